import { workerData } from 'node:worker_threads'

/** What a thread of this process is handed when it starts, so that both remember the same. */
export interface SharedMemories {
  memories: Map<string, SharedArrayBuffer>
}

const { memories = new Map() }: Partial<SharedMemories> = workerData ?? {}

/** What all threads of this process keep under a name: zeros at first. Named while modules load, before any thread starts. */
export function sharedMemory(name: string, bytes: number): SharedArrayBuffer {
  const known = memories.get(name)
  if (known) return known
  const memory = new SharedArrayBuffer(bytes)
  memories.set(name, memory)
  return memory
}

/** All of it, for a thread that starts now. */
export function sharedMemories(): SharedMemories {
  return { memories }
}
