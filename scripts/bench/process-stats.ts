import { readFileSync, writeFileSync } from 'node:fs'

/** CPU time of a process in ms. Like all figures here it is NaN where the system does not report it. */
export function readCpuMs(pid: number | undefined): number {
  const [, user, system] = readProcess(pid, 'stat', /\) (?:\S+ ){11}(\d+) (\d+)/)
  // Linux counts in hundredths of a second.
  return (Number(user) + Number(system)) * 10
}

/** The most resident memory of a process that serves so many teams, in MB of a million bytes (docs/performance.md). */
export const maxResidentMb = (teams: number) => (teams <= 100_000 ? 250 : 320)

/** The bytes that a process has written to disk. */
export function readWrittenBytes(pid: number | undefined): number {
  return Number(readProcess(pid, 'io', /^write_bytes: (\d+)/m)[1])
}

/** The resident memory of a process in bytes. */
export function readResidentBytes(pid: number | undefined): number {
  return Number(readProcess(pid, 'status', /^VmRSS:\s+(\d+) kB/m)[1]) * 1024
}

/** The highest resident memory of a process since its start, in bytes. */
export function readPeakResidentBytes(pid: number | undefined): number {
  return Number(readProcess(pid, 'status', /^VmHWM:\s+(\d+) kB/m)[1]) * 1024
}

/** Lets the highest resident memory count from now on, where the system can. */
export function resetPeakResidentBytes(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // It counts from the start.
  }
}

function readProcess(pid: number | undefined, file: string, line: RegExp): readonly (string | undefined)[] {
  try {
    return line.exec(readFileSync(`/proc/${pid}/${file}`, 'latin1')) ?? []
  } catch {
    return []
  }
}
