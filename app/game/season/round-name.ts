/** A round's title within a sentence: 'the second semi-final'. */
export function nameRound(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}
