import type { BrowserContext, Page, Route } from 'playwright/test'
import { expect } from 'vitest'

/** A button, link or summary: its name, and its index among those of that name. */
export interface Control {
  name: string
  index: number
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/**
 * Two pages that get the same answers while they are `isHeld`: `leader` asks the server, and `follower` waits for what came for it. Then
 * a press that leads to another document leads nowhere, so that the page can be looked at; then one of them `hasLeft`. Once a form
 * was sent the server `hasWritten`.
 */
export function joinAnswers(leader: Page, follower: Page) {
  const state = { isHeld: false, hasLeft: false, hasWritten: false, pending: 0 }
  const answers = new Map<string, Answer[]>()
  const keyOf = (route: Route) => `${route.request().method()} ${route.request().url()}`
  async function handle(route: Route, answer: (route: Route) => Promise<void>) {
    if (route.request().resourceType() === 'document') {
      state.hasLeft = state.isHeld
      state.hasWritten ||= !state.isHeld && route.request().method() !== 'GET'
      return state.isHeld ? route.fulfill({ status: 204 }) : route.continue()
    }
    if (route.request().resourceType() !== 'fetch') return route.continue()
    state.hasWritten ||= route.request().method() !== 'GET'
    state.pending += 1
    // What a page asked that is left by now gets no answer.
    await answer(route)
      .catch(() => route.abort().catch(() => undefined))
      .finally(() => {
        state.pending -= 1
      })
  }
  async function lead(route: Route) {
    // After a restart of the server a connection may be left over.
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 1 })
    const answer = { status: response.status(), headers: response.headers(), body: await response.body() }
    const list = answers.get(keyOf(route)) ?? []
    answers.set(keyOf(route), [...list, answer])
    await route.fulfill(answer)
  }
  async function follow(route: Route) {
    if (!state.isHeld) return route.continue()
    await expect.poll(() => answers.get(keyOf(route))?.length ?? 0, { timeout: 10_000 }).toBeGreaterThan(0)
    const [answer, ...rest] = answers.get(keyOf(route)) ?? []
    answers.set(keyOf(route), rest)
    return answer ? route.fulfill(answer) : route.continue()
  }
  const join = (context: BrowserContext, answer: (route: Route) => Promise<void>) =>
    context.route('**/*', (route) => handle(route, answer))
  return {
    state,
    start: () => Promise.all([join(leader.context(), lead), join(follower.context(), follow)]),
    forget: () => answers.clear(),
  }
}

/** In the page: what can be pressed, in order. The bars that all pages share only where they are asked for. */
export function listControls(isWithBars: boolean): Control[] {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll('button, a[href], summary')].flatMap((element) => {
    const isUsable =
      element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [inert] *')
    if (!isUsable || element.matches('aside[aria-label="Demo clock"] *')) return []
    if (!isWithBars && element.matches('body > :is(header, footer, a) *, body > a')) return []
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
    const index = counts.get(name) ?? 0
    counts.set(name, index + 1)
    return [{ name, index }]
  })
}

/** Presses a control by script; false when the page has none of that name. */
export function press(page: Page, control: Control): Promise<boolean> {
  return page.evaluate(({ name, index }) => {
    const named = [...document.querySelectorAll<HTMLElement>('button, a[href], summary')].filter(
      (element) =>
        (element.getAttribute('aria-label') ?? element.textContent?.trim()) === name &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, [inert] *, aside[aria-label="Demo clock"] *'),
    )
    named[index]?.focus()
    named[index]?.click()
    return index < named.length
  }, control)
}

/** Whether script has nothing to load. */
export const isIdle = (page: Page) =>
  page.evaluate(() => {
    const { navigation, revalidation, fetchers } = window.__remixRouter.state
    const states = [...fetchers.values()].map(({ state }) => state)
    return [navigation.state, revalidation, ...states].every((state) => state === 'idle')
  })

/** What is seen of a page, without its clock and without white space, which boxes of wrappers change; and what its fields hold. */
export function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const parts = [...document.body.children].filter(
      (part) => part.checkVisibility() && !part.matches(':has(> aside[aria-label="Demo clock"])'),
    )
    const text = parts.map((part) => (part instanceof HTMLElement ? part.innerText : '')).join('')
    const fields = [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select')]
    const values = fields.map((field) => `${field.value}${field.checked ? '*' : ''}`)
    return `${text.replaceAll(/\s+|Loading…/g, '')}|${values}|${document.title}`
  })
}
