import { type ExplainFormat, type Expression, sql } from 'kysely'

/** Any query of the store that can tell its plan. */
interface Explainable {
  explain<Row extends Record<string, unknown>>(
    format?: ExplainFormat,
    options?: Expression<unknown>,
  ): Promise<Row[]>
}

/** The steps of a query's plan, as SQLite tells them. */
export async function explain(query: Explainable): Promise<string[]> {
  const steps = await query.explain<{ detail: string }>(undefined, sql`query plan`)
  return steps.map((step) => step.detail)
}

/** The steps that read a whole table or sort: a list that has any grows slow with the game. */
export async function findSlowSteps(query: Explainable): Promise<string[]> {
  const steps = await explain(query)
  if (steps.length === 0) throw new Error('The query told no plan')
  return steps.filter((step) => step.startsWith('SCAN') || step.includes('TEMP B-TREE'))
}
