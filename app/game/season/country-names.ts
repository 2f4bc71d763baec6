import { foldWords } from '#app/game/text/fold.ts'

/**
 * The countries that have taken part: ISO 3166 codes of two and three letters, and what people call them besides, where no language of
 * theirs has it as the name.
 */
const otherNames = new Map(
  `AD AND;AL ALB;AM ARM;AT AUT;AU AUS;AZ AZE;BA BIH,Bosnia,Bosnia-Hercegovina;BE BEL;BG BGR;BY BLR;CH CHE,Svizra;CY CYP
CZ CZE,Czech Republic,Tschechische Republik,République tchèque,República Checa,Repubblica Ceca;DE DEU;DK DNK;EE EST;ES ESP;FI FIN
FR FRA;GB GBR,UK,Great Britain,Britain,Grossbritannien,Grande-Bretagne,Gran Bretaña,Gran Bretagna;GE GEO;GR GRC,Hellas;HR HRV;HU HUN
IE IRL,Éire,Republic of Ireland;IL ISR;IS ISL;IT ITA;KZ KAZ;LT LTU;LU LUX,Lëtzebuerg;LV LVA;MA MAR;MC MCO
MD MDA,Moldawien,Republic of Moldova;ME MNE,Crna Gora;MK MKD,Macedonia,FYR Macedonia;MT MLT;NL NLD,Holland,Hollande,Holanda,Olanda
NO NOR;PL POL;PT PRT;RO ROU;RS SRB,Srbija;RU RUS,Russian Federation;SE SWE;SI SVN;SK SVK;SM SMR;TR TUR,Turkey;UA UKR`
    .split(/[;\n]/)
    .map((each) => [each.slice(0, 2), each.slice(3).split(',')] as const),
)

interface NamedCountry {
  code: string
  country: string
}

/** Folded names by the code of the country. */
const known = new Map<string, readonly string[]>()

/**
 * The folded names of a country: its own in the season, its codes, what people call it besides, and its names in English,
 * German, French, Spanish, Italian and its own language, where the browser knows them. No two countries share one.
 */
export function listFoldedNames({ code, country }: NamedCountry): readonly string[] {
  const key = `${code}:${country}`
  const found = known.get(key)
  if (found) return found
  const names = [country, code, ...(otherNames.get(code) ?? []), ...listTranslated(code)]
  const folded = [...new Set(names.map((name) => foldName(name)))]
  known.set(key, folded)
  return folded
}

/** Old browsers have no Intl.DisplayNames. */
function listTranslated(code: string): string[] {
  if (!('DisplayNames' in Intl)) return []
  const own = new Intl.Locale('und', { region: code }).maximize().language
  return ['en', 'de', 'fr', 'es', 'it', own].map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code,
  )
}

/** A name without what people leave out, too: 'The Netherlands' is 'netherlands', 'Bosnia & Herzegovina' 'bosnia herzegovina'. */
export function foldName(name: string, limit = 100): string {
  return foldWords(name, limit)
    .replace(/^the | and /g, ' ')
    .trim()
}

/** The names of some countries by code, each as a text in which a search finds the beginning of a name: '|austria|at|aut'. */
export function toSearchNames(countries: readonly NamedCountry[]): Record<string, string> {
  return Object.fromEntries(countries.map((each) => [each.code, `|${listFoldedNames(each).join('|')}`]))
}
