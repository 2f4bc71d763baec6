import { createContext, type FormEvent, type MouseEvent, useContext } from 'react'
import { getCurrentReturnTo } from '#app/ui/navigation/current-return-to.ts'

/** True beneath the open cookie preferences: they are a state of every page, and the only dialog then. */
export const PreferencesOpen = createContext(false)

/** Whether this is drawn beneath the open cookie preferences. */
export function useIsBehindPreferences(): boolean {
  return useContext(PreferencesOpen)
}

/** Whether a query opens the cookie preferences. */
export function hasOpenPreferences(search: string): boolean {
  return new URLSearchParams(search).get('dialog') === 'cookies'
}

/** The page at `here` (path and query) with the preferences open over it; its own dialog gives way. */
export function getPreferencesHref(here: string): string {
  const [path, query] = splitHref(here)
  query.set('dialog', 'cookies')
  return `${path}?${query}`
}

/** The page at `here` without the preferences; a dialog of its own stays. */
export function getHrefWithoutPreferences(here: string): string {
  const [path, query] = splitHref(here)
  if (query.get('dialog') === 'cookies') query.delete('dialog')
  return `${path}?${query}`.replace(/\?$/, '')
}

/** Two slashes at the front would make another site of the path. */
function splitHref(here: string): [path: string, query: URLSearchParams] {
  const [path = '/', ...query] = here.split('?')
  return [path.replace(/^\/{2,}/, '/'), new URLSearchParams(query.join('?'))]
}

/** The links to the preferences and the forms about them lead back to the page as it stands when they are pressed. */
export const refreshReturnTo = {
  ofLink(event: MouseEvent<HTMLAnchorElement>): void {
    event.currentTarget.href = getPreferencesHref(getCurrentReturnTo())
  },
  ofForm(event: FormEvent<HTMLFormElement>): void {
    const field = event.currentTarget.elements.namedItem('returnTo')
    if (field instanceof HTMLInputElement) field.value = getHrefWithoutPreferences(getCurrentReturnTo())
  },
}
