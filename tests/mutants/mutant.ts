/** A change of the product that somebody would feel, and the tests that must notice it. */
export interface Mutant {
  /** Path from the project's root. */
  file: string
  /** Text of the file, there exactly once. */
  code: string
  change: string
  /** The test file that must turn red. */
  test: string
  /** What a person would feel. */
  feels: string
}
