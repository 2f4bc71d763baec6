import { respond } from './responses.server.ts'

/** Escapes text for an XML element or a quoted attribute, without characters that XML 1.0 forbids (controls, surrogates). */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** A response with an XML document. `elements` is its root element, escaped with escapeXml. */
export function xml(elements: string, contentType: string): Response {
  return respond(`<?xml version="1.0" encoding="UTF-8"?>\n${elements}\n`, {
    headers: { 'Content-Type': `${contentType}; charset=utf-8`, 'Cache-Control': 'no-cache' },
  })
}
