import type { Page } from 'playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, startDemo } from './support/browser.ts'
import { button, expectPage, signIn } from './support/page-helpers.ts'

let demo: Awaited<ReturnType<typeof startDemo>>
let browser: Awaited<ReturnType<typeof startBrowser>>

beforeAll(async () => {
  demo = await startDemo()
  browser = await startBrowser(demo.origin)
})

afterAll(async () => {
  await browser?.stop()
  await demo?.stop()
})

/** Reloads the demo's mailbox until it has a mail, and opens it. */
async function openMail(page: Page, subject: string) {
  const mail = page.getByRole('link', { name: subject })
  await expectPage
    .poll(async () => {
      await page.goto('/demo/mail')
      return mail.count()
    })
    .toBe(1)
  await mail.click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(subject)
}

test('an address is confirmed, gets a reminder before a deadline, and no mail after unsubscribing', async () => {
  const page = await browser.newPage({ javaScript: false })
  await signIn(page, 'player', '/game/notifications')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('player@example.org')
  await button(page, 'Send the link').click()
  await expectPage(page.getByText('The link is on its way')).toBeVisible()

  await openMail(page, 'Confirm your e-mail address for Douze')
  await page.getByRole('link', { name: '/notifications/confirm' }).click()
  await button(page, 'Confirm address').click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Address confirmed')

  await page.getByRole('link', { name: 'Choose what we tell you' }).click()
  const reminder = page.getByRole('checkbox', { name: 'Before a deadline, only if my line-up is not set' })
  await reminder.check()
  await button(page, 'Save choices').click()
  await expectPage(page.getByText('Choices saved')).toBeVisible()

  await demo.setClock('2025-05-12T20:00:00Z')
  await openMail(page, 'Your line-up for the first semi-final is not set')
  expect(await page.getByRole('region', { name: 'As plain text' }).textContent()).toContain('21:00 CEST')
  await page.getByRole('link', { name: 'Show as HTML' }).click()
  await page.getByRole('link', { name: 'Stop these mails' }).click()
  await button(page, 'Unsubscribe').click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed')

  await page.getByRole('link', { name: 'All notifications' }).click()
  await expectPage(page.getByText('Confirmed', { exact: true })).toBeVisible()
  expect(await reminder.isChecked()).toBe(false)
  await page.context().close()
})
