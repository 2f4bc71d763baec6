/** What the tests of a file have made: folders, or names of databases. */
export const made: string[] = []
