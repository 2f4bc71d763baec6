import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

const file = 'docs/performance.md'

/** Replaces a part's figures in docs/performance.md; the text around them stays. */
export function writeFigures(part: string, markdown: string): void {
  writeFileSync(file, replaceFigures(readFileSync(file, 'utf8'), { part, markdown }))
}

interface Figures {
  part: string
  markdown: string
}

/** The text with new figures between the marks of a part. Throws when it has no such marks. */
export function replaceFigures(text: string, { part, markdown }: Figures): string {
  const start = `<!-- figures: ${part} -->\n`
  const end = `<!-- /figures: ${part} -->`
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no place for the figures of '${part}'`)
  return `${text.slice(0, from + start.length)}\n${markdown}\n\n${text.slice(to)}`
}

/** One line about this run: day, machine, load and command. */
export function describeRun(args: readonly string[]): string {
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  const load = (loadavg()[0] ?? 0).toFixed(1)
  return `${day}, ${machine}, load average ${load} at the start: \`npm run bench -- ${args.join(' ')}\``
}
