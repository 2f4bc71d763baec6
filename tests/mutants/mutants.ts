import type { Mutant } from './mutant.ts'
import { rules } from './rules.ts'

/** Every change of the list. */
export const mutants: readonly Mutant[] = [...rules]
