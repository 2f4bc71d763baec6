// Invisible or meaningless characters: two different names must not look alike.
const hidden =
  /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{16FE4}\u{1D159}\uFFFC]/u
const blank = /[\s\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Mn}\p{Me}\u115F\u1160\u2800\u3164\uFFA0]/gu
/** Redundant variation selectors: keyboards insert them, and they change nothing visible. */
const redundant =
  /(?<=\p{Emoji_Presentation})\uFE0F|(?<=(?!\p{Emoji_Presentation})\p{Extended_Pictographic})\uFE0E/gu

/** Viramas, which form conjuncts in Indic scripts (canonical combining class 9). */
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0F84\u1039\u103A\u17D2\u1A60\u1B44\u1BAA\u1BAB\uA806\uA8C4\uA953\uA9C0\uAAF6\uABED]`
const joining = String.raw`(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Phags_Pa}]`
/** Arabic letters that never join the next one: a non-joiner after them is invisible. */
const nonJoining = String.raw`[\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF]`
const britishFlagTags = String.raw`\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073}`

/** Contexts in which joiners are ordinary spelling; in Indic and joining scripts as in IDNA (RFC 5892, A.1 and A.2). */
const legitimateUses = [
  // 👨‍👩‍👧, 🏳️‍🌈
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  // ❤️, 1️⃣
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // 🏴󠁧󠁢󠁳󠁣󠁴󠁿
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:${britishFlagTags})\u{E007F}`,
  // क्‍ष, क्‌ष
  String.raw`(?<=${virama})(?:\u200D|\u200C(?=\p{L}))`,
  // می‌خواهم
  String.raw`(?<=(?!${nonJoining})${joining}\p{Mn}*)\u200C(?=${joining})`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
]
const anyLegitimateUse = new RegExp(legitimateUses.join('|'), 'gu')

/** Whether a text has a character that is invisible in its context: another text could look like it. */
export function hasHiddenCharacters(text: string): boolean {
  return hidden.test(text.replace(anyLegitimateUse, ''))
}

/** Replaces blanks of other widths by spaces: they look alike. */
export function normalizeBlanks(text: string): string {
  return text.replace(/[\p{Zs}\u2800]/gu, ' ')
}

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return text.replace(blank, '') === ''
}

/** Removes redundant variation selectors. */
export function removeRedundantSelectors(text: string): string {
  return text.replace(redundant, '')
}
