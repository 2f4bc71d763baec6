import type { NotificationChoices } from '#app/game/notification/notification.ts'
import { type ToastMessage, tooFastMessage } from '#app/ui/messages/error-messages.ts'

/** The message of each problem. */
export const refusalMessages = {
  missing: { title: 'Missing e-mail address', text: 'Please enter your address.' },
  'too-long': {
    title: 'E-mail address too long',
    text: 'Please limit the e-mail address to 254 characters.',
  },
  malformed: {
    title: 'Not an e-mail address',
    text: 'An address looks like name@example.org, without spaces.',
  },
  known: { title: 'Already confirmed', text: 'This address is confirmed. Mails go there already.' },
  'too-many': {
    title: 'Too many links',
    text: 'Several are in your mailbox already, perhaps in the spam folder. Ask again later.',
  },
  'too-fast': tooFastMessage,
  off: { title: 'Mails are off', text: 'This server sends no mails.' },
  'account-missing': {
    title: 'Your account is deleted',
    text: 'Deleted in another tab or on another device. Nothing was saved.',
  },
  'not-saved': {
    title: 'Not saved',
    text: 'Nothing can be stored at the moment. Please try again in a minute.',
  },
} satisfies Record<string, ToastMessage>

export type NotificationsProblem = keyof typeof refusalMessages

/** Action data of a refused form, with the typed values. */
export interface RefusedNotifications {
  refusal: NotificationsProblem
  typed: string | null
  choices: NotificationChoices | null
}

/** Problems with the typed address: their messages are shown at the field. */
export const fieldProblems: readonly NotificationsProblem[] = ['missing', 'too-long', 'malformed', 'known']
