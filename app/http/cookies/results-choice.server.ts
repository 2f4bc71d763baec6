import { formatResultsChoice, parseResultsChoice, type ResultsChoice } from '#app/game/results-choice.ts'
import { clearCookie, cookies, readCookie, serializeCookie } from './cookie.server.ts'

/** The choice that counts in a request (D38): the account's for a manager, else that of the browser's cookie. */
export function readResultsChoice(
  request: Request,
  visitor: { resultsChoice: ResultsChoice } | null,
): ResultsChoice {
  return visitor ? visitor.resultsChoice : readResultsCookie(request)
}

/** The choice of a browser. */
export function readResultsCookie(request: Request): ResultsChoice {
  return parseResultsChoice(readCookie(request.headers.get('Cookie'), cookies.results))
}

/** The Set-Cookie value that stores a choice for a year; showing results needs no cookie. */
export function serializeResultsCookie(choice: ResultsChoice): string {
  return choice.kind === 'hide'
    ? serializeCookie(cookies.results, formatResultsChoice(choice))
    : clearCookie(cookies.results)
}

/** A visitor's choice as a Cookie header with that one cookie in its canonical form; '' unless it hides results. */
export function toResultsCacheKey(cookie: string | undefined): string {
  const value = formatResultsChoice(parseResultsChoice(readCookie(cookie, cookies.results)))
  return value && `${cookies.results.name}=${value}`
}
