import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'

/**
 * Asks the server for the page's data anew, with what it holds left as it is. First whether the server answers at
 * all: an answer that gets lost on the way would put an error card in the page's place, and the draft with it.
 */
export function useRefresh(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  // The first one, because there is a new one with every refresh, and they all do the same.
  const [refresh] = useState(() => async () => {
    if (await isReachable()) revalidate()
  })
  return refresh
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
