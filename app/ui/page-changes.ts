/**
 * What others change in a page with script. A browser's translator replaces each text node by `<font>` elements: React would write
 * into nodes that nobody sees, and fail on those that are no longer where it put them (D44). Extensions add nodes, and then
 * React would find another page than the server's.
 */

import { countReloads, loadAnew } from './reloads.ts'

declare global {
  interface Window {
    /** What was changed in the document before the modules ran (entry.server). */
    pageChanges?: { records: MutationRecord[]; observer: MutationObserver }
  }
}

/** React's text node for each node that stands in its place, and the other way round. */
const originals = new WeakMap<Node, Node>()
const standIns = new WeakMap<Node, Node>()

const observer = new MutationObserver(readChanges)

function readChanges(records: readonly MutationRecord[]): void {
  for (const record of records) {
    const { type, target, removedNodes } = record
    // React has changed a text that is not shown.
    if (type === 'characterData' && !target.isConnected) showOriginals(standIns.get(target)?.parentNode)
    for (const removed of removedNodes) {
      const original = originals.get(removed) ?? removed
      const standIn = findStandIn(record)
      if (!standIn || standIn === original || !(original instanceof Text)) continue
      originals.set(standIn, original)
      standIns.set(original, standIn)
      observer.observe(original, { characterData: true })
    }
  }
}

/** What came for a text, in one step; or the translator's element, in two. */
function findStandIn({ addedNodes: [added], previousSibling, nextSibling }: MutationRecord) {
  const isNew = (node: Node | null) => node?.nodeName === 'FONT' && !originals.has(node)
  return added ?? [previousSibling, nextSibling].find(isNew)
}

/** Puts back all texts of an element: a translator may have distributed a sentence anew among its parts. */
function showOriginals(parent: Node | null | undefined): void {
  for (const node of [...(parent?.childNodes ?? [])]) {
    const original = originals.get(node)
    if (original) parent?.replaceChild(original, node)
  }
}

/** Lets React find its nodes where it left them; when it cannot, loads the page anew. */
function prepareChange(parent: Node, child: Node | null): void {
  if (!child || child.parentNode === parent) return
  readChanges(observer.takeRecords())
  showOriginals(parent)
  if (child.parentNode === parent) return
  loadAnew(countReloads() + 1)
}

/** What the server sends within html, head and body of a page with script. */
const served =
  'head, body, head > :is(title, [charset], [name=viewport], [name=color-scheme], [href^="/"]), ' +
  'body > :is([href^="#"], aside, header, main, form, section, dialog, footer, [data-served], script[nonce])'

/** Makes the page what the server sent, for hydration; what extensions added is at the end of the body, where React does not look. */
export function showServedPage(): void {
  // Safari before 16.4 says only with a form which site it is of, and gets what text browsers need.
  for (const added of document.querySelectorAll('[data-text]')) added.remove()
  for (const wrapper of document.querySelectorAll('font')) showOriginals(wrapper.parentNode)
  for (const parent of [document.documentElement, document.head, document.body])
    for (const node of [...parent.childNodes])
      if (node instanceof Element ? !node.matches(served) : node instanceof Text) document.body.append(node)
}

/** Watches the page from now on, and reads what was changed before. */
export function watchPage(): void {
  const { records = [], observer: early } = window.pageChanges ?? {}
  readChanges([...records, ...(early?.takeRecords() ?? [])])
  early?.disconnect()
  observer.observe(document, { childList: true, subtree: true })
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null) {
    prepareChange(this, before)
    insertBefore.call(this, node, before)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T) {
    prepareChange(this, child)
    removeChild.call(this, child)
    return child
  }
}
