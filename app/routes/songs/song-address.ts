import type { SongsView } from './load.server.ts'

/** The page with its list as it is, or with another; `play` is the code of the entry whose video plays there. */
export function toSongsHref({ show, term }: Pick<SongsView, 'show' | 'term'>, play?: string): string {
  const query = new URLSearchParams()
  if (show !== null) query.set('show', String(show))
  if (term !== '') query.set('q', term)
  if (play !== undefined) query.set('play', play)
  return query.size > 0 ? `?${query}` : '/songs'
}
