/** A mail as it is told, before it is written down: sentences, one button, and why it came. */
export interface Letter {
  subject: string
  heading: string
  paragraphs: readonly string[]
  button?: Link
  /** Why it came, and where such mails are ended. */
  footer: string
  footerLinks: readonly Link[]
}

export interface Link {
  label: string
  url: string
}

/** Text that stays on its line, whatever a name holds: controls, separators and marks of direction are blanks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\s]+/gu, ' ').trim()
}

/** The letter as plain text. */
export function letterText(letter: Letter): string {
  const { heading, paragraphs, button, footer, footerLinks } = tidy(letter)
  const blocks = [
    heading,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \n${[footer, ...footerLinks.map(({ label, url }) => `${label}: ${url}`)].join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The same as HTML that stands alone: nothing is fetched from anywhere, and every text is escaped. */
export function letterHtml(letter: Letter): string {
  const { subject, heading, paragraphs, button, footer, footerLinks } = tidy(letter)
  const links = footerLinks.map(anchor).join('<br>\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="site"><span>12</span> Douze</p>
<div class="letter">
<h1>${escaped(heading)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${button ? `<p class="button">${anchor(button)}</p>` : ''}
<footer><p>${escaped(footer)}</p>${links === '' ? '' : `\n<p>${links}</p>`}</footer>
</div>
</main>
</body>
</html>
`
}

function tidy(letter: Letter): Letter {
  return {
    ...letter,
    subject: oneLine(letter.subject),
    heading: oneLine(letter.heading),
    paragraphs: letter.paragraphs.map(oneLine),
    footer: oneLine(letter.footer),
  }
}

function anchor({ label, url }: Link): string {
  return `<a href="${escaped(url)}">${escaped(label)}</a>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/**
 * The colours of the site, dark where the reader's programs are dark. Programs that drop styles show plain, readable
 * paragraphs in the same order.
 */
const styles = `
:root { color-scheme: light dark }
body { margin: 0; padding: 24px 12px; background: #eef4f5; color: #0a1a1d;
  font: 16px/1.55 Archivo, system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }
main { max-width: 560px; margin: 0 auto; background: #fff; border: 1px solid #cdd8d9; border-radius: 10px;
  overflow: hidden }
.site { margin: 0; padding: 14px 24px; background: #040d0e; color: #f0f6f6; font-weight: 700 }
.site span { display: inline-block; margin-right: 6px; padding: 0 7px; border-radius: 3px; background: #ff62a5;
  color: #1b0b10; font-weight: 800 }
.letter { padding: 28px 24px 12px }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.15; font-weight: 800; letter-spacing: -0.01em;
  overflow-wrap: anywhere }
p { margin: 0 0 16px; overflow-wrap: anywhere }
.button { margin: 24px 0 28px }
.button a { display: inline-block; padding: 12px 20px; border-radius: 6px; background: #ff62a5; color: #1b0b10;
  font-weight: 700; text-decoration: none }
footer { padding: 16px 0 8px; border-top: 1px solid #cdd8d9; color: #45585b; font-size: 15px }
footer p { margin: 0 0 8px }
footer a { display: inline-block; padding: 4px 0; color: #b30059 }
@media (prefers-color-scheme: dark) {
  body { background: #081112; color: #f0f6f6 }
  main { background: #0e1a1c; border-color: #273537 }
  .site { background: #020809 }
  footer { border-top-color: #273537; color: #a8b6b7 }
  footer a { color: #ff85b4 }
}
`
