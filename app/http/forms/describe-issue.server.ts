import type { z } from 'zod'

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
}

/** The field of an issue; 'form' for all of what was sent. */
export function toFieldName({ path = [] }: Pick<z.core.$ZodRawIssue, 'path'>): string {
  return path.join('.') || 'form'
}

/** What is wrong with a field, where its schema has no words of its own: 'teamName: text expected'. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  return `${toFieldName(issue)}: ${describeExpected(issue)} expected`
}

function describeExpected(issue: z.core.$ZodRawIssue): string {
  const anything = 'another value'
  if (issue.code === 'invalid_type') return types[issue.expected] ?? anything
  if (issue.code === 'invalid_value') return issue.values.join(' or ')
  if (issue.code === 'too_big') return `at most ${describeSize(issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') return `at least ${describeSize(issue.minimum, issue.origin)}`
  return issue.code === 'invalid_format' ? 'another form of text' : anything
}

function describeSize(size: number | bigint, origin: string): string {
  const unit = { string: ' character', array: ' item' }[origin]
  return `${size}${unit ?? ''}${unit && Number(size) !== 1 ? 's' : ''}`
}
