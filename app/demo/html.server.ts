import type { SeasonFileEntry } from '#app/game/season/season-file.ts'

/**
 * The HTML of a template on one line. Its values are texts, or lists of texts for the items of a list: they are escaped as
 * the sanitiser does, so that sanitising changes nothing.
 */
export function html(template: TemplateStringsArray, ...values: (number | string | string[])[]): string {
  const filled = values.map((value) =>
    Array.isArray(value) ? value.map((item) => html`<li>${item}</li>`).join('') : escapeHtml(String(value)),
  )
  return template.reduce((text, part, index) => text + part.replace(/\n\s*/g, '') + (filled[index] ?? ''), '')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
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
