/** Tokens, keys and what a provider says about itself are a few kB. */
const MOST_BYTES = 256 * 1024

/**
 * Bounds what this process reads of an answer to its own questions. Only the provider is asked by fetch, by three packages,
 * and not all of them take another one than the global: so that is the one to bound.
 */
export function boundAnswers(): void {
  const ask = globalThis.fetch
  globalThis.fetch = async (...question) => bound(await ask(...question))
}

/** The same answer, which breaks off where it becomes too much; its connection is closed then. */
function bound(answer: Response): Response {
  let left = MOST_BYTES
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(new Error('the answer is too large'))
      else controller.enqueue(chunk)
    },
  })
  return answer.body ? new Response(answer.body.pipeThrough(limit), answer) : answer
}
