import { call, type DrivenBrowser } from './driven-browser.ts'

/** In the page: what a visitor would call broken, in whatever browser. */
function findFaults(): string[] {
  const faults: string[] = []
  const heading = document.querySelector('h1')
  if (!heading || heading.getClientRects().length === 0) faults.push('no heading')
  if (/Something went wrong|Application Error/.test(document.body.innerText)) faults.push('an error page')
  if (!/Archivo/.test(getComputedStyle(document.body).fontFamily)) faults.push('no styles')
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`${root.scrollWidth} px wide`)
  Array.from(document.querySelectorAll('dialog[open]')).forEach((dialog) => {
    const { width, height, left } = dialog.getBoundingClientRect()
    if (width < 200 || height < 60 || left < 0) faults.push('its dialog is not shown')
  })
  // Where a browser does not know inert, Tab must not reach what lies behind a dialog or the sign-in card either.
  Array.from(document.querySelectorAll('[inert]')).forEach((element) => {
    const isReached = !('inert' in root) && getComputedStyle(element).visibility !== 'hidden'
    if (isReached) faults.push('Tab reaches what is inert')
  })
  if (document.querySelector('foreignObject[opacity]')) faults.push('a flag that Safari does not paint')
  Array.from(document.images).forEach((image) => {
    if (image.complete && image.naturalWidth === 0) faults.push(`no picture: ${image.src}`)
  })
  Array.from(document.querySelectorAll('a svg, button svg, summary svg, header svg')).forEach((drawing) => {
    const { width, height } = drawing.getBoundingClientRect()
    if (width > 700 || height > 700) faults.push('an icon as wide as the screen')
  })
  return faults
}

/** Chromium 92 refuses a style of its own, of the arrow in a field with suggestions. */
const browsersOwn = /Refused to apply inline style.*sha256-pILX\+5FGCpLRHvNBgtABIdSMmytrYudGxJBUYXY1t0s=/

/** What is broken on the page that is open, and what its script complained of. */
export async function findBroken(browser: DrivenBrowser, isError: boolean): Promise<unknown[]> {
  const found = await browser.evaluate(call(findFaults))
  if (!Array.isArray(found)) throw new Error('The page was not read')
  const errors = (await browser.takeErrors()).filter(
    (text) => !/responded with a status of/.test(text) && !browsersOwn.test(text),
  )
  return [...found.filter((fault) => !(isError && fault === 'an error page')), ...errors]
}

/**
 * In the page: the focused element's name, and by how many px the bar that saves covers it; null outside the page. Of what is
 * taller than a row its beginning has to be seen.
 */
function findFocused() {
  const [element, bar] = [document.activeElement, document.querySelector('main .sticky.bottom-0')]
  if (!element || element === document.body || !bar) return null
  const [box, covers] = [element.getBoundingClientRect(), bar.getBoundingClientRect()]
  const bottom = Math.min(box.bottom, box.top + 100)
  const isFree = bar.contains(element) || box.top >= covers.bottom
  return { name: element.id || element.textContent, covered: isFree ? 0 : Math.max(0, bottom - covers.top) }
}

const wait = 'new Promise((resolve) => setTimeout(resolve, 120))'

/** Presses Tab through a page with a bar that saves: what it reached, and what of that the bar covers. */
export async function findCovered(browser: DrivenBrowser): Promise<{ reached: number; covered: unknown[] }> {
  const covered: unknown[] = []
  let reached = 0
  await browser.evaluate('document.querySelector(\'a[href="#main"]\').focus()')
  for (let pressed = 0; pressed < 90; pressed += 1) {
    await browser.press('Tab')
    let focused = await browser.evaluate(call(findFocused))
    // WebKit scrolls after the key has been answered.
    if (isCovered(focused)) {
      await browser.evaluate(wait)
      focused = await browser.evaluate(call(findFocused))
    }
    if (focused === null) break
    reached += 1
    if (isCovered(focused)) covered.push(focused)
  }
  return { reached, covered }
}

const isCovered = (focused: unknown) =>
  focused instanceof Object && 'covered' in focused && focused.covered !== 0
