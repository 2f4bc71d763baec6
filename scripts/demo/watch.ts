import { watch } from 'node:fs'
import { sourceFolders } from './build.ts'

const pause = 200

/** Calls `onChange` after sources changed and came to rest; a change during a call leads to one more. */
export function watchSources(onChange: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(onChange)
    }, pause)
  }
  for (const folder of sourceFolders) {
    watch(folder, { recursive: true }, (_, file) => {
      if (!file?.startsWith('fonts')) soon()
    })
  }
}
