import type { DatabaseSummary } from '#db/summary.server.ts'

/** Describes a backup's contents, to recognise the right one. */
export function describeContents(contents: DatabaseSummary): string {
  const { seasons, lineups, leagues, managers, articles, images, lastSaveAt } = contents
  const lines = [
    ...seasons.map(
      ({ year, hostCity, isActive, teamCount }) =>
        `season ${year} (${hostCity})${isActive ? ', active' : ''}: ${count(teamCount, 'team')}`,
    ),
    [count(managers, 'manager'), count(lineups, 'line-up'), count(leagues, 'league')].join(', '),
    [count(articles, 'article'), count(images, 'image')].join(', '),
    lastSaveAt === null ? 'nothing saved yet' : `last save ${new Date(lastSaveAt).toISOString()}`,
  ]
  if (seasons.length === 0) lines.unshift('no season')
  return lines.map((line) => `  ${line}`).join('\n')
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-GB')} ${noun}${n === 1 ? '' : 's'}`
}
