import type { SeasonFileEntry } from '#app/game/season/season-file.ts'

/** Text as HTML: the demo writes the same characters that the sanitiser would. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A paragraph of plain text. */
export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

/** A heading inside an article. */
export function heading(text: string): string {
  return `<h2>${escapeHtml(text)}</h2>`
}

/** A list of plain texts. */
export function unorderedList(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
}

/** A list that counts its plain texts. */
export function orderedList(items: readonly string[]): string {
  return `<ol>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ol>`
}

/** 'Albania: Shkodra Elektronike with “Zjerm”' */
export function formatCredit(entry: SeasonFileEntry): string {
  return `${entry.country}: ${entry.artist} with “${entry.song}”`
}

/** A price as the game shows it: '31 million euros'. */
export function formatPrice({ priceTenths }: { priceTenths: number }): string {
  return `${priceTenths / 10} million euros`
}

/** 'Latvia, Malta and the United Kingdom' */
export function joinNames(names: readonly string[]): string {
  const spoken = names.map((name) => (withArticle.includes(name) ? `the ${name}` : name))
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(spoken)
}

const withArticle = ['Netherlands', 'United Kingdom']
const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** A number that begins a sentence: 'Six', from eleven on '11'. */
export function toNumberWord(n: number): string {
  return numerals[n] ?? String(n)
}
