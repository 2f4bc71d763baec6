import type { z } from 'zod'

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Describes what is wrong with a value, to follow its name: 'is missing'. For the `error` option of a zod parse. */
export function formatZodIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] && `must be ${typeNames[issue.expected]}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address such as https://example.org' : undefined
    case 'too_small':
      return formatMinimum(Number(issue.minimum), issue)
    case 'too_big':
      return issue.origin === 'number'
        ? `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
        : `must have at most ${formatCount(Number(issue.maximum), issue.origin)}`
  }
}

function formatMinimum(
  minimum: number,
  { origin, inclusive }: { origin: string; inclusive?: boolean },
): string {
  if (origin === 'number') return `must be ${inclusive ? 'at least' : 'more than'} ${minimum}`
  return `must have at least ${formatCount(minimum, origin)}`
}

function formatCount(n: number, origin: string): string {
  if (origin === 'string') return `${n} ${n === 1 ? 'character' : 'characters'}`
  return `${n} ${n === 1 ? 'entry' : 'entries'}`
}
