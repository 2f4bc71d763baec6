import { createContext, type FormEvent, type MouseEvent } from 'react'
import { getCurrentReturnTo } from '#app/ui/navigation/return-to.ts'

/** True while the cookie preferences are open over the page; no other dialog may be open then. */
export const PreferencesOpenContext = createContext(false)

export function hasOpenPreferences(search: string): boolean {
  return new URLSearchParams(search).get('dialog') === 'cookies'
}

/** `href` (path and query) with the preferences open, instead of any dialog of the page. */
export function getPreferencesHref(href: string): string {
  const [path, query] = splitHref(href)
  query.set('dialog', 'cookies')
  return `${path}?${query}`
}

/** `href` (path and query) without the preferences; a dialog of the page stays. */
export function getHrefWithoutPreferences(href: string): string {
  const [path, query] = splitHref(href)
  if (query.get('dialog') === 'cookies') query.delete('dialog')
  return `${path}?${query}`.replace(/\?$/, '')
}

/** Reduces leading slashes to one: two would make the path an address of another site. */
function splitHref(href: string): [path: string, query: URLSearchParams] {
  const [path = '/', ...query] = href.split('?')
  return [path.replace(/^\/{2,}/, '/'), new URLSearchParams(query.join('?'))]
}

/** Event handlers that make links and forms of the preferences lead back to the page's address at that moment. */
export const refreshReturnTo = {
  ofLink(event: MouseEvent<HTMLAnchorElement>): void {
    event.currentTarget.href = getPreferencesHref(getCurrentReturnTo())
  },
  ofForm(event: FormEvent<HTMLFormElement>): void {
    const field = event.currentTarget.elements.namedItem('returnTo')
    if (field instanceof HTMLInputElement) field.value = getHrefWithoutPreferences(getCurrentReturnTo())
  },
}
