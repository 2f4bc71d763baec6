/** Prints how a command is used, as an error when there is a problem. Returns the exit code. */
export function exitWithUsage(usage: string, problem?: string): 0 | 2 {
  if (problem === undefined) console.log(usage)
  else console.error(`${problem}\n\n${usage}`)
  return problem === undefined ? 0 : 2
}

/** Ends the process with the usage when an argument is none of those that the command knows. */
export function checkArguments(args: readonly string[], usage: string, known: readonly string[] = []): void {
  const unknown = args.find((arg) => !known.includes(arg))
  if (unknown === undefined) return
  process.exit(exitWithUsage(usage, unknown === '--help' ? undefined : `Not understood: ${unknown}`))
}
