import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import {
  buttonNamed,
  buttonNames,
  fieldNamed,
  findSubmission,
  hrefOf,
  textOf,
  textOfId,
  toastsOf,
} from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** The tests' own helpers, on the real pages: a helper that finds nothing would let every other test pass. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
})

afterAll(() => app.close())

test('a stranger sees the home page, a manager is known by the session', async () => {
  const home = await app.get('/')
  expect(home.status).toBe(200)
  expect(home.text).not.toContain('<')
  expect(home.html).not.toMatch(/<script(?! type="application\/ld\+json")/)
  const own = await app.get('/game/team', { as: world.dora })
  expect(own.status).toBe(200)
  expect(own.html).toContain('<script')
  expect((await app.get('/game/team')).status).toBe(401)
})

test('only the admin enters the admin pages', async () => {
  expect((await app.get('/admin', { as: world.anna })).status).toBe(403)
  expect((await app.get('/admin', { as: world.ada })).status).toBe(200)
})

test('a press sends the form as it stands and the answer leads on', async () => {
  const page = await app.get('/game/team', { as: world.dora })
  const step = await app.press(page, 'Add Austria', {}, { as: world.dora })
  expect(step.status).toBe(303)
  const next = await app.follow(step, { as: world.dora })
  expect(next.status).toBe(200)
  expect(buttonNames(next.html)).toContain('Remove Austria')
})

test('what a form would send without script is read from its HTML', () => {
  const html = `<form method="post" action="/x?a=1&amp;b=2"><input type="hidden" name="h" value="&lt;1&gt;"/><input
    type="checkbox" name="c" checked=""/><input type="checkbox" name="off"/><input type="radio" name="r" value="1"/><input
    type="radio" name="r" value="2" checked=""/><input name="dead" disabled="" value="x"/><textarea name="t">a
b</textarea><select name="s"><option value="1">One</option><option value="2" selected="">Two</option></select><button
    name="intent" value="save"><svg><title>x</title></svg> Save</button><button aria-label="Other">O</button></form>`
  expect(findSubmission(html, 'x Save')).toEqual({
    action: '/x?a=1&b=2',
    method: 'POST',
    fields: [
      ['h', '<1>'],
      ['c', 'on'],
      ['r', '2'],
      ['t', 'a\nb'],
      ['s', '2'],
      ['intent', 'save'],
    ],
  })
  expect(buttonNames(html)).toEqual(['x Save', 'Other'])
  expect(findSubmission(html, 'Delete')).toBeUndefined()
})

test('text is what a reader sees; links are found by name', () => {
  expect(
    textOf('<head><title>no</title></head><p>A&amp;B<!-- --> &#x27;c&#39;</p><script>no()</script>'),
  ).toBe("A&B 'c'")
  expect(hrefOf('<a class="b" href="/a?x=1&amp;y=2"><span>Go</span> on</a>', 'Go on')).toBe('/a?x=1&y=2')
})

test('a button presses the form that contains it; fields, their messages and toasts are found', () => {
  const html = `<form id="f" method="post" action="/x"><label for="n">Name</label><input id="n" name="n" value="A"
    aria-describedby="n-error"/><p class="err" id="n-error"><svg></svg>Too long</p><dialog><button
    name="intent" value="close">Close</button></dialog></form><button disabled="">Other</button><div
    class="toast" role="alert" data-toast="true"><svg></svg><div><strong>Bad</strong><p>News</p></div></div>`
  expect(findSubmission(html, 'Close')?.fields).toEqual([
    ['n', 'A'],
    ['intent', 'close'],
  ])
  expect(findSubmission(html, 'Other'), 'it has no form').toBeUndefined()
  expect(buttonNamed(html, 'Other')?.has('disabled')).toBe(true)
  expect(fieldNamed(html, 'Name')?.get('value')).toBe('A')
  expect(fieldNamed(html, 'Nam')).toBeUndefined()
  expect(textOfId(html, 'n-error')).toBe('Too long')
  expect(toastsOf(html.replace(/\n\s+/g, ' '))).toEqual(['Bad News'])
})
