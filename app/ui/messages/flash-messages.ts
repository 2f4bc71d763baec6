import { nameRound } from '#app/game/season/round-name.ts'
import type { ToastMessage } from './error-messages.ts'

/** Every flash message by its code (spec 8). */
const flashMessages = {
  'team-saved': { title: 'Team saved successfully', text: 'Your team has been updated.' },
  'team-created': {
    title: 'Team saved successfully',
    text: 'Your team has been updated.',
    next: {
      text: 'Your six are on.',
      links: [
        { href: '/game/lineup', text: 'Set line-up' },
        { href: '/game/leagues?dialog=create', text: 'Invite friends' },
      ],
    },
  },
  'team-joined': {
    title: 'League joined!',
    text: 'Team saved successfully.',
    next: { text: 'Your six are on.', links: [{ href: '/game/lineup', text: 'Set line-up' }] },
  },
  'lineup-saved': { title: 'Lineup saved successfully', text: 'Your order is set for: {rounds}.' },
  'round-not-started': { title: 'Not started yet', text: 'Results of the {round} come once it has begun.' },
  'show-not-begun': { title: 'Not live yet', text: 'The {round} has not begun. Set your order until then.' },
  'round-official': {
    title: 'The results are out',
    text: 'The {round} is over, and its results are official.',
  },
  'zone-saved': { title: 'Time zone saved', text: 'Times are now shown in {zone}.' },
  'scores-saved': {
    title: 'Scores saved',
    text: 'The scores of the {round} are stored. Press Compute Team Scores to publish them.',
  },
  'scores-saved-early': {
    title: 'Scores saved',
    text: 'The scores of the {round} are stored. They can be computed from its deadline on.',
  },
  'rehearsal-over': { title: 'The show is over', text: 'Jump back in time to play it again.' },
  'points-saved': { title: 'Points saved', text: 'Publish those of the {round} live, or as official.' },
  'song-not-counted': {
    title: 'Already pressed',
    text: '{songs}: another press came first, here or at another desk. Yours was not counted.',
  },
  'live-published': {
    title: 'Published live',
    text: 'Everybody sees the points of the {round}, marked as not official.',
  },
  'live-unchanged': { title: 'Saved', text: 'These points of the {round} were already live.' },
  'compute-triggered': {
    title: 'Team scores computation triggered',
    text: 'Official: everybody sees it now.',
  },
  'compute-unchanged': {
    title: 'Team scores computation triggered',
    text: 'Nothing changed: these results were official already.',
  },
  'league-created': { title: 'League created', text: 'Send the invite to your friends.' },
  'league-joined': { title: 'League joined!', text: 'You are in. Its table is below.' },
  'league-renamed': { title: 'League renamed', text: 'All members see the new name.' },
  'link-renewed': { title: 'New invite link made', text: 'The old link does not work any more.' },
  'member-removed': { title: 'Member removed', text: 'The old link does not let them in again.' },
  'league-handed-over': { title: 'League handed over', text: 'You are now a member.' },
  'league-left': { title: 'You left the league', text: 'Its invite link lets you in again.' },
  'league-deleted': { title: 'League deleted', text: 'Gone for all its members.' },
  'screen-made': { title: 'Screen link made', text: 'Open it on the television.' },
  'screen-removed': { title: 'Screen link taken back', text: 'It no longer leads anywhere.' },
  'screen-invite-shown': { title: 'Invite shown', text: 'The screen shows it as a QR code.' },
  'screen-invite-hidden': { title: 'Invite hidden', text: 'The screen does not show it any more.' },
  'account-deleted': { title: 'Your account is deleted', text: 'Thank you for playing.' },
  'confirmation-sent': {
    title: 'The link is on its way',
    text: 'Open it within 24 hours and press its button. Look in the spam folder, too.',
  },
  'choices-saved': { title: 'Choices saved', text: 'We write about what is ticked.' },
  'address-forgotten': { title: 'Address forgotten', text: 'The link sent to it does not work any more.' },
  'address-removed': { title: 'Address removed', text: 'No more mails.' },
  'address-gone': { title: 'Choices not saved', text: 'Your address was removed in the meantime.' },
  'test-mail-sent': { title: 'Test mail on its way', text: 'It goes to your own confirmed address.' },
  'test-mail-no-address': {
    title: 'No test mail sent',
    text: 'Confirm an address of your own on the notifications page first.',
  },
  'test-mail-not-saved': {
    title: 'No test mail sent',
    text: 'The database cannot be written at the moment. Please try again later.',
  },
  'test-mail-off': { title: 'No test mail sent', text: 'Mails are off: no SMTP server is configured.' },
  'article-created': { title: 'Article created', text: '“{title}” is stored. {removed}' },
  'article-updated': { title: 'Article updated', text: '“{title}” is stored. {removed}' },
  'article-deleted': { title: 'Article deleted', text: '“{title}” is gone.' },
} satisfies Record<string, ToastMessage & Partial<Pick<FlashMessage, 'next'>>>

const errorCodes: readonly string[] = [
  'round-not-started',
  'song-not-counted',
  'address-gone',
  'test-mail-no-address',
  'test-mail-not-saved',
  'test-mail-off',
]

/** A flash message as a toast. */
export interface FlashMessage extends ToastMessage {
  tone: 'ok' | 'bad'
  /** What to do now; such a toast stays. */
  next?: { text: string; links: readonly { href: string; text: string }[] } | undefined
}

/**
 * The toast of a flash message; null for an unknown code. Only the server calls this: pages get the text, so that
 * browsers do not load all of them.
 */
export function getFlashMessage(flash: {
  code: string
  params?: Record<string, string>
}): FlashMessage | null {
  const entry = Object.entries(flashMessages).find(([code]) => code === flash.code)
  if (!entry) return null
  const [, message] = entry
  const text = message.text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const param = flash.params?.[name] ?? ''
    return name === 'round' ? nameRound(param) : param
  })
  return {
    title: message.title,
    text,
    tone: errorCodes.includes(flash.code) ? 'bad' : 'ok',
    next: 'next' in message ? message.next : undefined,
  }
}
