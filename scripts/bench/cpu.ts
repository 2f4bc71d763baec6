import { readFileSync } from 'node:fs'

/** A process's CPU time in ms; NaN where the system does not report it. Linux counts in hundredths of a second. */
export function readCpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}
