import type { SeasonFileEntry } from '#app/game/season/season-file.ts'

/** Escapes text as the sanitiser does, so that sanitising changes nothing. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

export function heading(text: string): string {
  return `<h2>${escapeHtml(text)}</h2>`
}

export function unorderedList(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
}

export function orderedList(items: readonly string[]): string {
  return `<ol>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ol>`
}

/** 'Albania: Shkodra Elektronike with “Zjerm”' */
export function formatCredit(entry: SeasonFileEntry): string {
  return `${entry.country}: ${entry.artist} with “${entry.song}”`
}

/** A price as the game formats it: '31 million euros'. */
export function formatPrice({ priceTenths }: { priceTenths: number }): string {
  return `${priceTenths / 10} million euros`
}

/** 'Latvia, Malta and the United Kingdom' */
export function joinNames(names: readonly string[]): string {
  const withArticles = names.map((name) => (countriesWithArticle.includes(name) ? `the ${name}` : name))
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(withArticles)
}

const countriesWithArticle = ['Netherlands', 'United Kingdom']
const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** A number at the start of a sentence: 'Six', digits from 11 on. */
export function toNumberWord(n: number): string {
  return numerals[n] ?? String(n)
}
