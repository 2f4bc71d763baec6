import type { Locator, Page } from 'playwright/test'

/** What a task asked of a player, typing and the sign-in provider's pages aside (issue 23's table of steps). */
export interface Steps {
  /** Presses of links, buttons and boxes. */
  taps: number
  /** Scrolls of more than one screen to what is tapped or typed into. */
  scrolls: number
}

/**
 * Counts the steps of a task on a page, as a player takes them: everything is pressed with `tap` and typed with `type`, which
 * scroll to it first.
 */
export function countSteps(page: Page) {
  const steps: Steps = { taps: 0, scrolls: 0 }
  const reach = async (target: Locator) => {
    if (await isFarAway(page, target)) steps.scrolls += 1
    await target.scrollIntoViewIfNeeded()
  }
  return {
    steps,
    async tap(target: Locator) {
      await reach(target)
      steps.taps += 1
      await target.click()
    },
    async type(target: Locator, text: string) {
      await reach(target)
      await target.fill(text)
    },
  }
}

/** Whether a target is more than one screen above or below what is seen. */
async function isFarAway(page: Page, target: Locator): Promise<boolean> {
  const box = await target.boundingBox()
  const screen = page.viewportSize()
  if (!box || !screen) throw new Error('The target is not shown')
  return box.y > 2 * screen.height || box.y + box.height < -screen.height
}
