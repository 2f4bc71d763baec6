/**
 * Does work while fewer than `most` are under way; undefined in the place of one too many, which the caller refuses.
 * Nobody waits for a place here: what waits is what the work itself waits for, with a time limit of its own.
 */
export function limitConcurrency(most: number) {
  let underWay = 0
  return {
    run<Result>(work: () => Promise<Result>): Promise<Result> | undefined {
      if (underWay >= most) return undefined
      underWay += 1
      return Promise.resolve()
        .then(work)
        .finally(() => {
          underWay -= 1
        })
    },
  }
}
