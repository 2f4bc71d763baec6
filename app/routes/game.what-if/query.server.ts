import { z } from 'zod'
import { typedText } from '#app/http/forms/fields.server.ts'
import { listOf } from '#app/http/forms/query.server.ts'

/** The address of a what-if: `country` and `points`, one of each for a change; `open`: the country whose points are typed. */
export const whatIfQuery = z.object({
  country: listOf(typedText(10)),
  points: listOf(typedText(20)),
  open: typedText(10).default(''),
})

export type WhatIfQuery = z.output<typeof whatIfQuery>
