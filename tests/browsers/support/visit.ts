import { call, type DrivenBrowser, until } from './driven-browser.ts'

/** A visitor who reads and presses by names, with the mouse and the keyboard only. */
export function visit(browser: DrivenBrowser, origin: string) {
  const read = async () => String(await browser.evaluate('document.body.innerText')).replaceAll(/\s+/g, ' ')
  const where = async () => `${await browser.evaluate('location.href')}: ${(await read()).slice(0, 2000)}`
  const see = (text: string) =>
    until(
      async () => (await read()).includes(text),
      async () => `No '${text}' on ${await where()}`,
    )
  const miss = (text: string) =>
    until(
      async () => !(await read()).includes(text),
      async () => `'${text}' on ${await where()}`,
    )
  const press = async (name: string, within = 'body') => {
    let found: unknown
    await until(
      async () => {
        // A message moves what is below it: that is pressed once it no longer moves.
        const last = JSON.stringify(found)
        found = await browser.evaluate(call(findControl, name, within))
        return isPoint(found) && JSON.stringify(found) === last
      },
      async () => `'${name}' cannot be pressed (${found}) on ${await where()}`,
    )
    if (isPoint(found)) await browser.clickAt(found.x, found.y)
  }
  return {
    see,
    miss,
    press,
    open: (path: string) => browser.open(origin + path),
    /** Types into an empty field, and presses Enter where asked. */
    async fill(label: string, text: string, { enter = false } = {}) {
      await press(label)
      await browser.type(text)
      await until(
        () => browser.evaluate(`document.activeElement.value === ${JSON.stringify(text)}`),
        async () => `'${label}' has ${await browser.evaluate('document.activeElement.value')}`,
      )
      if (enter) await browser.press('Enter')
    },
    /** The address's path and query are these. */
    beAt: (path: string) =>
      until(
        () => browser.evaluate(`location.pathname + location.search === ${JSON.stringify(path)}`),
        () => browser.evaluate('location.href'),
      ),
  }
}

const isPoint = (value: unknown): value is { x: number; y: number } => value instanceof Object && 'x' in value

/** In the page: the middle of the control with this name, scrolled to, or why it cannot be pressed. */
async function findControl(name: string, within: string) {
  const read = (text: string | null) => (text || '').replace(/\s+/g, ' ').trim()
  const controls = Array.from(document.querySelectorAll(`${within} *`))
  const matching = controls.filter((each) => {
    if (!each.matches('a, button, summary, input, textarea')) return false
    const label = 'labels' in each && each.labels instanceof NodeList ? each.labels[0] : undefined
    const names = [each.getAttribute('aria-label'), label?.textContent, each.textContent]
    return names.some((text) => read(text || null) === name) && each.getClientRects().length > 0
  })
  const control = matching[0]
  if (!control || document.readyState !== 'complete') return 'it is not there'
  control.scrollIntoView({ block: 'center' })
  // A page that has just loaded scrolls to its autofocus with the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const box = control.getClientRects()[0]
  if (!box) return 'it has no size'
  const point = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const top = document.elementFromPoint(point.x, point.y)
  if (!top || !(control.contains(top) || top.contains(control)))
    return `${top?.outerHTML.slice(0, 200)} covers it`
  return point
}
