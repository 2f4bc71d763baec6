/**
 * Generates the checked-in images in public/: icons in the sizes that phones need, favicon.ico, and share.png for
 * link previews. Run it after a change of the logo or the spotlights: npx tsx scripts/generate-images.tsx (after npm
 * run build, which generates fonts and flags).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { createServer } from 'vite'
import { exampleLineup } from '../app/ui/art/example-lineup.ts'
import { ensureChromium } from './chromium.mjs'

const STAGE = '#040d0e'
const mark = readFileSync('public/icon.svg', 'utf8')

/** The logo on a square; `share` is the part of it that the logo fills, a null background is transparent. */
async function icon(size: number, share: number, background: string | null): Promise<Buffer> {
  const inner = Math.round(size * share)
  const logo = await sharp(Buffer.from(mark), { density: (72 * inner) / 34 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const square = { width: size, height: size, channels: 4 as const }
  return sharp({ create: { ...square, background: background ?? { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: logo, gravity: 'centre' }])
    .png({ palette: true, effort: 10 })
    .toBuffer()
}

/** One PNG in an ICO file: a directory with one entry of 16 bytes, then the image. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

function font(name: string): string {
  return `data:font/woff2;base64,${readFileSync(`app/fonts/${name}.woff2`).toString('base64')}`
}

/** The hero's image as Vite builds it: its flags are inlined at build time. */
async function renderHero(): Promise<string> {
  const vite = await createServer({ configFile: false, server: { middlewareMode: true }, appType: 'custom' })
  try {
    const { HeroArt } = await vite.ssrLoadModule('/app/ui/art/hero-art.tsx')
    return renderToStaticMarkup(<HeroArt countries={exampleLineup} percentages={[100, 85, 85, 70, 70, 70]} />)
  } finally {
    await vite.close()
  }
}

const css = `
@font-face { font-family: Archivo; src: url(${font('archivo-headline')}); font-weight: 850; font-stretch: 62% 66% }
@font-face { font-family: Text; src: url(${font('archivo-text')}); font-weight: 400 800; font-stretch: 100% 122% }
* { margin: 0; box-sizing: border-box }
body { width: 1200px; height: 630px; overflow: hidden; color: #f0f6f6; padding: 56px 0 0 64px;
  background: radial-gradient(740px 540px at 76% 0, #13282c, transparent), ${STAGE} }
body > svg { position: absolute; right: 40px; bottom: 0; height: 560px; overflow: visible }
.beam, .beam polygon { mix-blend-mode: screen }
.brand { display: flex; gap: 18px; align-items: center; font: 800 38px Text; font-stretch: 122%; letter-spacing: -.025em }
.brand svg { width: 64px }
h1 { font: 850 88px/.95 Archivo; font-stretch: 62%; word-spacing: .09em; width: 440px; margin: 72px 0 32px }
p { font: 400 28px/1.4 Text; color: #a8b6b7; width: 340px }
text { font-family: Archivo; font-stretch: 62% }
text[font-size="15"] { font-family: Text; font-stretch: 100% }`

async function renderSharePreview(): Promise<Buffer> {
  const art = await renderHero()
  const words = `<div class="brand">${mark}Douze</div><h1>Your Eurovision Dream Team</h1><p>Six countries. 100 million. One running order.</p>`
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
    await page.setContent(`<!doctype html><style>${css}</style>${words}${art}`)
    await page.evaluate(() => document.fonts.ready)
    return await page.screenshot()
  } finally {
    await browser.close()
  }
}

writeFileSync('public/icons/icon-192.png', await icon(192, 0.88, null))
writeFileSync('public/icons/icon-512.png', await icon(512, 0.88, null))
// The safe zone of a maskable icon is a circle of 80%.
writeFileSync('public/icons/icon-maskable-512.png', await icon(512, 0.54, STAGE))
writeFileSync('public/icons/apple-touch-icon.png', await icon(180, 0.75, STAGE))
writeFileSync('public/favicon.ico', ico(await icon(32, 1, null), 32))
const share = sharp(await renderSharePreview()).png({ palette: true, colours: 128, dither: 0.6, effort: 10 })
writeFileSync('public/share.png', await share.toBuffer())
