import { pick, type Random } from './random.server.ts'

/** Handwritten names, used first: long, short and in other alphabets, as in a real table. */
const handwrittenNames = splitNames(
  `
  Nul Points, No Regrets; Sequin Emergency; The Key Change Committee; Wind Machine Weather;
  Glitter Cannon FC; Douze Control; Pyro and Prejudice; Ballad Therapy; Jury Duty; Sofa So Good;
  Spreadsheet of Dreams; Green Room Regulars; Running Order Rebels; The Televoters; Costume Reveal;
  Bridge, Chorus, Fireworks; Postcard Pals; Twelve Angry Fans; Good Evening Europe;
  We Have Had a Wonderful Show; Can You Hear Us, Basel?; Backing Vocals United; Last Chorus Lasts;
  Semi-Final Survivors; Three Minutes Flat; Bucks Fizzics; Rhinestone Economy; Grandma’s Twelve Points;
  The Mad Hatters of Malmö; Ten Points Go To Us; Modulation Nation; Confetti Logistics; In-Ear Monitors;
  Hallelujah Hangover; Waterloo Sunrise; Dress Rehearsal Drama; Left Side of the Scoreboard;
  Unlicensed Pyrotechnics; Two Hosts and a Teleprompter; Drum Solo Diplomacy; Fog Machine Forecast;
  The Interval Act; Cape Town (We Wear Capes); Violins on Ice; Whistle Register; Plan B Minor;
  Ohne Punkte; Tolv Poäng; Doce Puntos Siempre; Zwölf Uhr Mittags; Ομάδα Δώδεκα; Дванадцять балів;
  The Society for the Preservation of the Key Change at Two Thirty; 12
`,
  ';',
)

const cities = splitNames(`
  Basel, Lisbon, Malmö, Turin, Dublin, Zagreb, Oslo, Kyiv, Lugano, Harrogate, Tallinn, Riga, Bergen,
  Valletta, Reykjavík, Helsinki, Sibiu, Gdańsk, Ghent, Utrecht, Porto, Seville, Marseille, Leipzig,
  Graz, Ljubljana, Split, Novi Sad, Kaunas, Tromsø, Aarhus, Cork, Cardiff, Perth, Batumi, Yerevan,
  Nicosia, Thessaloniki, Naples, Echternach
`)

const groups = splitNames(`
  Televoters, Key Changers, Sequin Society, Ballad Brigade, Glitter Club, Wind Machines, Scoreboard
  Watchers, Chorus Line, Postcards, Spotlights, Falsettos, Hairspray Union, Sunday Jury, Flag Wavers,
  Kitchen Disco, Confetti Crew, Big Notes, Night Owls
`)

const adjectives = splitNames(`
  Unrehearsed, Slightly Flat, Dramatic, Well-Lit, Overdressed, Pre-Qualified, Barefoot, Suspiciously
  Cheerful, Auto-Tuned, Sleepless, Sparkling, Optimistic, Operatic, Last-Minute, Bilingual,
  Fashionably Late, Acoustic, Windswept
`)

const nouns = splitNames(`
  Accordions, Pigeons, Tambourines, Capes, Yodellers, Drummers, Fondue Fans, Hosts, Understudies,
  Violins, Mirrorballs, Bassoons, Roadies, Trampolines, Jurors, Divas, Hamsters, Saxophones
`)

const firstNames = splitNames(`
  Anneli, Zoran, Marie, Teo, Ingrid, Lars, Katya, João, Siobhán, Pádraig, Giulia, Matteo, Elif, Nikos,
  Eleni, Tomasz, Agnieszka, Jürgen, Heike, Anouk, Bram, Sanne, Mikko, Aino, Freya, Oskar, Linnea,
  Dragan, Milica, Petra, Luka, Ana, Rūta, Jonas, Liis, Kristaps, Ilse, Olena, Taras, Narek, Tamar,
  Leyla, Rashad, Carmen, Iker, Beatriz, Hugo, Camille, Théo, Gwen, Callum, Priya, Sam, Robin, Alex,
  Noor, Maja, Emil, Birna, Stefán
`)

const lastInitials = [...'ABCDEFGHIJKLMNOPRSTVWZ']

const nicknames = splitNames(`
  Auntie Bea, Grandpa Otto, The Spreadsheet, Flat 12, DJ Doctorow, Mum (not the band), Captain Capes,
  Professor Pop, Night Shift Nina, Two Sugars, The Neighbour, Fan Zone Frank
`)

/** Makes a team name that is not in `taken`, and adds it. */
export function makeTeamName(random: Random, taken: Set<string>): string {
  const name = handwrittenNames.find((one) => !taken.has(one)) ?? combineName(random)
  if (taken.has(name)) return makeTeamName(random, taken)
  taken.add(name)
  return name
}

function combineName(random: Random): string {
  if (random() < 0.55) return `${pick(random, cities)} ${pick(random, groups)}`
  return `The ${pick(random, adjectives)} ${pick(random, nouns)}`
}

/** Makes a manager's name or nickname; names may repeat. */
export function makeManagerName(random: Random): string {
  if (random() < 0.12) return pick(random, nicknames)
  const first = pick(random, firstNames)
  return random() < 0.6 ? `${first} ${pick(random, lastInitials)}.` : first
}

function splitNames(names: string, separator = ','): string[] {
  return names.split(separator).map((name) => name.trim().replace(/\s+/g, ' '))
}
