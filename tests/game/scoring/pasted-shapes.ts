/** The countries of the shapes with their real points of 2025, in that order unless a shape says otherwise. */
export const threeBest = { AT: 436, IL: 357, EE: 356 }

const html = (rows: string[][]) =>
  `<table class="wikitable"><tbody><tr>\n<th>Draw\n</th><th>Country\n</th><th>Points\n</th></tr>\n${rows
    .map(
      (cells) =>
        `<tr>\n${cells.map((cell) => `<td style="text-align:center">${cell}\n</td>`).join('')}</tr>\n`,
    )
    .join('')}</tbody></table>\n<p>Retrieved from a wiki</p>`

type Shape = [what: string, text: string, gives?: Record<string, number>]

/** What people paste (section 6 of the rules of the desk): each shape with what it gives. */
export const shapes: Shape[] = [
  ['country and number', 'Austria 436\nIsrael 357\nEstonia 356'],
  ['number and country', '436 Austria\n357 Israel\n356 Estonia'],
  ['both orders', '436 Austria\nIsrael 357\n356 EE'],
  ['places', '1 Austria 436\n2 Israel 357\n3 Estonia 356'],
  ['places with a full stop', '1. Austria 436\n2. Israel 357\n3. Estonia 356'],
  ['places glued to the name', '1.Austria 436\n2.Israel 357\n3.Estonia 356'],
  ['places with a bracket', '1) Austria 436\n2) Israel 357\n3) Estonia 356'],
  ['ordinals', '1st Austria 436\n2nd Israel 357\n3rd Estonia 356'],
  ['numbered places', '#1 Austria 436\n#2 Israel 357\n#3 Estonia 356'],
  ['a running order', '9 Austria 436\n14 Israel 357\n3 Estonia 356'],
  ['places from the last on', '3 Estonia 356\n2 Israel 357\n1 Austria 436'],
  ['shared places', '1 Austria 436\n2 Israel 357\n2 Estonia 356'],
  ['a place only where there is one', '1. Austria 436\nIsrael 357\nEstonia 356'],
  ['words', 'Austria 436 points\nIsrael: 357 pts\nEstonia – 356 Punkte'],
  ['words glued to the number', 'Austria 436pts\nIsrael 357pts.\nEstonia 356points'],
  ['brackets', 'Austria (436)\nIsrael (357 points)\nEstonia [356]'],
  ['colons and equal signs', 'Austria: 436\nIsrael:357\nEstonia = 356'],
  ['a hyphen', 'Austria - 436\nIsrael-357\nEstonia - 356'],
  ['an en dash', 'Austria – 436\nIsrael–357\nEstonia – 356'],
  ['an em dash', 'Austria — 436\nIsrael—357\nEstonia —356'],
  ['a minus sign, a figure dash and a bar', 'Austria − 436\nIsrael ‒ 357\nEstonia ― 356'],
  ['a non-breaking hyphen', 'Austria ‑ 436\nIsrael‑357\nEstonia ‑ 356'],
  ['the number and a dash first', '436 – Austria\n357-Israel\n356 — Estonia'],
  ['a place and dashes', '1 - Austria - 436\n2 - Israel - 357\n3 - Estonia - 356'],
  ['no-break spaces', 'Austria\u00a0436\nIsrael\u00a0357\nEstonia\u00a0\u00a0356'],
  ['thin spaces', 'Austria\u2009436\nIsrael\u202f357\nEstonia\u2003356'],
  ['zero-width spaces', '\u200bAustria\u200b 436\u200b\nIs\u200brael 357\nEstonia \ufeff356'],
  ['soft hyphens', 'Aus\u00adtria 436\nIs\u00adra\u00adel 357\nEs\u00adto\u00adnia 356'],
  ['marks of direction', '\u200eAustria\u200e 436\n\u2066Israel\u2069 357\nEstonia \u202a356\u202c'],
  ['flags', '🇦🇹 Austria 436\n🇮🇱 Israel 357\n🇪🇪 Estonia 356'],
  ['flags alone', '🇦🇹 436\n🇮🇱 357\n356 🇪🇪'],
  ['flags glued to the name', '🇦🇹Austria 436\nIsrael🇮🇱 357\n🇪🇪Estonia 356'],
  ['quotes', '"Austria" "436"\n“Israel” 357\n‘Estonia’ ‘356’'],
  ['low quotes and guillemets', '„Austria“ 436\n«Israel» 357\n‹Estonia› »356«'],
  ['codes of two letters', 'AT 436\nil 357\nEE: 356'],
  ['codes of three letters', 'AUT 436\n357 isr\nEST;356'],
  ['capitals', 'AUSTRIA 436\nISRAEL 357\nestonia 356'],
  ['semicolons', 'Austria;436\nIsrael; 357\nEstonia ;356;'],
  ['CSV', '"Place","Country","Points"\n"1","Austria","436"\n"2","Israel","357"\n"3","Estonia","356"'],
  ['CSV without quotes', 'place,country,points\n1,Austria,436\n2,Israel,357\n3,Estonia,356'],
  [
    'CSV with a comma in a song',
    '1,Austria,"JJ, Wasted Love",436\n2,Israel,New Day,357\n3,Estonia,Espresso,356',
  ],
  ['tabs', 'Austria\t436\nIsrael\t357\nEstonia\t356'],
  [
    'a table with songs',
    '1\tAustria\tJJ\tWasted Love\t436\n2\tIsrael\tYuval Raphael\tNew Day Will Rise\t357\n3\tEstonia\tTommy Cash\tEspresso macchiato\t356',
  ],
  ['a song that is a number', '1\tAustria\t1944\t436\n2\tIsrael\tGolden Boy\t357\n3\tEstonia\tEspresso\t356'],
  [
    'a header',
    'Country\tPoints\tJury\tTelevote\nAustria\t436\t258\t178\nIsrael\t357\t60\t297\nEstonia\t356\t98\t258',
  ],
  [
    'a header with the total',
    '#\tCountry\tJury points\tTelevoting points\tTotal points\n1\tAustria\t258\t178\t436\n2\tIsrael\t60\t297\t357\n3\tEstonia\t98\t258\t356',
  ],
  [
    'a header in German',
    'Platz\tLand\tInterpret\tPunkte\tStartnummer\n1\tÖsterreich\tJJ\t436\t9\n2\tIsrael\tYuval\t357\t14\n3\tEstland\tTommy Cash\t356\t3',
  ],
  ['a header over blanks', 'Place Country Points Jury\n1 Austria 436 258\n2 Israel 357 60\n3 Estonia 356 98'],
  ['points before places', 'Country\tPoints\tPlace\nAustria\t436\t1\nIsrael\t357\t2\nEstonia\t356\t3'],
  ['a column with the sum of all points', 'Austria\t436\t258\nIsrael\t357\t60\nEstonia\t356\t98'],
  [
    'wide blanks',
    ' 1  Austria   JJ            436\n 2  Israel    Yuval Raphael 357\n 3  Estonia   Tommy Cash   356'.replace(
      'Raphael 357',
      'Raphael  357',
    ),
  ],
  [
    'Markdown',
    '| Place | Country | Points |\n| ---: | :--- | :---: |\n| 1 | **Austria** | 436 |\n| 2 | [Israel](https://example.org/israel) | 357 |\n| 3 | `Estonia` | *356* |',
  ],
  ['a Markdown list', '- Austria: 436\n* Israel: 357\n• Estonia: 356'],
  ['bars without an edge', 'Austria | 436\nIsrael | 357\nEstonia | 356'],
  [
    'HTML',
    html([
      ['9', '<a href="/a"><img alt="" src="a.png"></a>&#160;Austria', '436'],
      ['14', 'Israel', '<b>357</b>'],
      ['3', 'Estonia', '356'],
    ]),
  ],
  [
    'HTML without ends',
    '<table><tr><td>1<td>Austria<td>436<tr><td>2<td>Israel<td>357<tr><td>3<td>Estonia<td>356</table>',
  ],
  [
    'an HTML list',
    '<ol><li>Austria &ndash; 436</li><li>Israel &mdash; 357</li>\n<li>Estonia&nbsp;&#x2013; 356</li></ol>',
  ],
  ['a title and empty lines', 'The results\n\nAustria 436\r\n\r\n  \nIsrael 357\rEstonia 356\n'],
  ['the same line twice', 'Austria 436\nIsrael 357\nAUT 436\nEstonia 356'],
  [
    'thousands',
    'Austria 1,436\nIsrael 1.357\nEstonia 1\u202f356\n1’234 Malta',
    { AT: 1436, IL: 1357, EE: 1356, MT: 1234 },
  ],
  ['no points', 'Austria 0\nIsrael\t0\n0 Estonia', { AT: 0, IL: 0, EE: 0 }],
  [
    'names that people use',
    'UK 88\nThe Netherlands 152\nCzech Republic 29\nTürkiye 5',
    { GB: 88, NL: 152, CZ: 29, TR: 5 },
  ],
  ['more of them', 'Great Britain 88\nHolland 152\nCzechia 29\nTurkey 5', { GB: 88, NL: 152, CZ: 29, TR: 5 }],
  [
    'names with dots, signs and hyphens',
    'U.K. 88\nBosnia & Herzegovina 7\nNorth-Macedonia 3',
    { GB: 88, BA: 7, MK: 3 },
  ],
  [
    'German',
    'Vereinigtes Königreich 88\nNiederlande 152\nTschechien 29\nTürkei 5\nSchweiz 214',
    { GB: 88, NL: 152, CZ: 29, TR: 5, CH: 214 },
  ],
  [
    'French',
    'Royaume-Uni 88\nPays-Bas 152\nTchéquie 29\nTurquie 5\nSuisse 214',
    { GB: 88, NL: 152, CZ: 29, TR: 5, CH: 214 },
  ],
  [
    'Spanish',
    'Reino Unido 88\nPaíses Bajos 152\nChequia 29\nTurquía 5\nSuiza 214',
    { GB: 88, NL: 152, CZ: 29, TR: 5, CH: 214 },
  ],
  [
    'Italian',
    'Regno Unito 88\nPaesi Bassi 152\nCechia 29\nTurchia 5\nSvizzera 214',
    { GB: 88, NL: 152, CZ: 29, TR: 5, CH: 214 },
  ],
  [
    'own languages',
    'Österreich 436\nישראל 357\nEesti 356\nNederland 152\nČesko 29\nᲡაქართველო 1\nსაქართველო 1'
      .replace('ᲡAქართველო', 'საქართველო')
      .replace(/Ს[^\n]*\n/, ''),
    { AT: 436, IL: 357, EE: 356, NL: 152, CZ: 29, GE: 1 },
  ],
]
