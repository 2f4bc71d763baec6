export interface Question {
  url: string
  /** Until it is asked for the first time. */
  seconds: number
  /** Takes an answer; null: there was none in time. */
  take: (answer: Answer | null) => Taken
}

interface Answer {
  status: number
  headers: Headers
  /** Undefined where the answer is no JSON object, as one of a proxy. */
  body: unknown
}

/** 'taken': only a newer answer is wanted next time. 'again': this one is not shown, the next question is the same. 'stop': none until the page is shown again. */
export type Taken = 'taken' | 'again' | 'stop'

const timeoutMs = 10_000
/** After a failure, in seconds. */
const longestSeconds = 60

/**
 * Asks the server at the interval that it sets (`Ask-Again`), spread by a fifth, and at once when the page is shown again or the
 * network is back; never while the page is hidden. Returns what ends it: no answer is taken afterwards.
 */
export function askAgain({ url, seconds: firstSeconds, take }: Question): () => void {
  let etag: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let hasEnded = false

  async function ask(): Promise<void> {
    if (isAsking || document.hidden) return
    isAsking = true
    clearTimeout(timer)
    const answer = await fetchAnswer(url, etag)
    isAsking = false
    if (hasEnded) return
    // First: an error in take is told to the browser, and ends nothing.
    schedule(Number(answer?.headers.get('Ask-Again')) || longestSeconds)
    const taken = take(answer)
    if (taken === 'stop') clearTimeout(timer)
    if (taken === 'taken') etag = answer?.headers.get('ETag') ?? null
  }

  function schedule(seconds: number): void {
    timer = setTimeout(() => void ask(), seconds * 1000 * (0.8 + 0.4 * Math.random()))
  }

  const askNow = () => void ask()
  document.addEventListener('visibilitychange', askNow)
  addEventListener('online', askNow)
  schedule(firstSeconds)
  return () => {
    hasEnded = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', askNow)
    removeEventListener('online', askNow)
  }
}

async function fetchAnswer(url: string, etag: string | null): Promise<Answer | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      headers: etag === null ? {} : { 'If-None-Match': etag },
      signal,
    })
    const text = await response.text()
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, body }
  } catch {
    return null
  }
}
