import { until } from './driven-browser.ts'

const keys = { Tab: '\uE004', Enter: '\uE007' }

/** The commands of WebDriver, whatever carries them. */
export function driveByWebDriver(send: (method: string, path: string, body?: object) => Promise<unknown>) {
  const evaluate = (expression: string) =>
    send('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  const act = (type: string, parameters: object, actions: object[]) =>
    send('POST', '/actions', { actions: [{ type, id: type, parameters, actions }] })
  const strike = (text: string) =>
    act(
      'key',
      {},
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )
  return {
    evaluate,
    async open(url: string) {
      await send('POST', '/url', { url })
    },
    async clickAt(x: number, y: number) {
      const at = { x: Math.round(x), y: Math.round(y) }
      await act('pointer', { pointerType: 'mouse' }, [
        { type: 'pointerMove', duration: 0, ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])
    },
    async press(key: 'Tab' | 'Enter') {
      await strike(keys[key])
    },
    async type(text: string) {
      await strike(text)
    },
    async resize(width: number, height: number) {
      await send('POST', '/window/rect', { width, height })
      await until(
        () => evaluate(`innerWidth === ${width}`),
        () => evaluate('innerWidth'),
      )
    },
    async addCookie(name: string, value: string) {
      await send('POST', '/cookie', { cookie: { name, value, path: '/', httpOnly: true } })
    },
    async clearCookies() {
      await send('DELETE', '/cookie')
    },
    async takeScreenshot() {
      return Buffer.from(String(await send('GET', '/screenshot')), 'base64')
    },
  }
}
