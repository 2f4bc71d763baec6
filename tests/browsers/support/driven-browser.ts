/** What the tests ask of a browser, whatever protocol it speaks. One page, one visitor. */
export interface DrivenBrowser {
  /** As it names itself. */
  version: string
  /** Opens an address, until it has loaded. */
  open(url: string): Promise<void>
  /** The value of an expression in the page; it must be JSON. */
  evaluate(expression: string): Promise<unknown>
  clickAt(x: number, y: number): Promise<void>
  press(key: 'Tab' | 'Enter'): Promise<void>
  type(text: string): Promise<void>
  /** The size of the window's inside, in px. */
  resize(width: number, height: number): Promise<void>
  addCookie(name: string, value: string, origin: string): Promise<void>
  clearCookies(): Promise<void>
  /** A picture of the window, PNG. */
  takeScreenshot(): Promise<Buffer>
  /** Errors of the page's script and what the console calls errors, since the last call. */
  takeErrors(): Promise<string[]>
  stop(): Promise<void>
}

/** Asks until the answer is true; throws after 20 s, with what `describe` says then. */
export async function until(ask: () => Promise<unknown>, describe: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    // While a page is left, there is nothing to ask.
    if (await ask().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(String(await describe()))
}

/** The expression that calls a function in the page. The function must be readable for the oldest browser. */
export const call = (inPage: (...values: never[]) => unknown, ...values: readonly unknown[]) =>
  `(${inPage})(${values.map((value) => JSON.stringify(value)).join(',')})`
