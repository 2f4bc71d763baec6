/** A mail's content before rendering: sentences, one button, and why it was sent. */
export interface MailContent {
  subject: string
  heading: string
  paragraphs: readonly string[]
  button?: MailLink
  /** Why it was sent, and where to unsubscribe. */
  footer: string
  footerLinks: readonly MailLink[]
}

export interface MailLink {
  label: string
  url: string
}

/**
 * Text on a single line, whatever a name contains: control characters, separators and bidirectional marks become
 * spaces.
 */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\s]+/gu, ' ').trim()
}

export function renderMailText(content: MailContent): string {
  const { heading, paragraphs, button, footer, footerLinks } = toSingleLines(content)
  const blocks = [
    heading,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \n${[footer, ...footerLinks.map(({ label, url }) => `${label}: ${url}`)].join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Renders the mail as self-contained HTML: no external resources, and all text escaped. */
export function renderMailHtml(content: MailContent): string {
  const { subject, heading, paragraphs, button, footer, footerLinks } = toSingleLines(content)
  const links = footerLinks.map(renderLink).join('<br>\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="site"><span>12</span> Douze</p>
<div class="letter">
<h1>${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${button ? `<p class="button">${renderLink(button)}</p>` : ''}
<footer><p>${escapeHtml(footer)}</p>${links === '' ? '' : `\n<p>${links}</p>`}</footer>
</div>
</main>
</body>
</html>
`
}

function toSingleLines(content: MailContent): MailContent {
  return {
    ...content,
    subject: toOneLine(content.subject),
    heading: toOneLine(content.heading),
    paragraphs: content.paragraphs.map(toOneLine),
    footer: toOneLine(content.footer),
  }
}

function renderLink({ label, url }: MailLink): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** The site's colours, dark in dark mode. Mail programs that drop styles show readable paragraphs in the same order. */
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
