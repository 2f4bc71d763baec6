import type { ErrorDefinition } from './error-definition.ts'

const failure = {
  title: 'Authentication error',
  text: 'Something went wrong while contacting the authentication server. Please try again later.',
} as const

/**
 * Why a sign-in signed nobody in. Those with a title are failures, told by the toast of spec 8. After the others nothing is
 * wrong: a further sign-in helps, and who is signed in already goes on.
 */
export const signInErrors = {
  PROVIDER_UNREACHABLE: { status: 502, ...failure },
  SIGN_IN_REFUSED: { status: 400, ...failure },
  SIGN_IN_NOT_STORED: {
    ...failure,
    status: 503,
    text: 'Your sign-in could not be saved. Please try again.',
  },
  SIGN_IN_CANCELLED: { status: 400, text: 'You are not signed in: it was cancelled or not allowed.' },
  SIGN_IN_PAGE_EXPIRED: { status: 400, text: 'The sign-in page was open for too long. Sign in again.' },
  SIGN_IN_OVER: {
    status: 400,
    text: 'This sign-in is over: it was used already, took longer than an hour, or went on in another browser. If you have just registered, your account is ready. Sign in again.',
  },
  SIGN_IN_BEGAN_ELSEWHERE: {
    status: 400,
    text: 'You are registered. Sign in again. If that leads back here, your browser did not keep our cookie: allow cookies for this site, or open this page in Safari, Chrome or Firefox.',
  },
  COOKIE_NOT_KEPT: {
    status: 400,
    text: 'Your browser did not keep our cookie. Allow cookies for this site, or open this page in Safari, Chrome or Firefox.',
  },
} as const satisfies Record<string, ErrorDefinition>

export type SignInProblem = keyof typeof signInErrors
