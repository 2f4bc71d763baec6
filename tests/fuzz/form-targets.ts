import type { z } from 'zod'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { scoresForm } from '#app/routes/admin._index/form.server.ts'
import { deskForm } from '#app/routes/admin.desk/form.server.ts'
import { deletionForm } from '#app/routes/game.account.delete/form.server.ts'
import { leagueForm } from '#app/routes/game.leagues/form.server.ts'
import { lineupForm } from '#app/routes/game.lineup/form.server.ts'
import { notificationsForm } from '#app/routes/game.notifications/form.server.ts'
import { teamForm } from '#app/routes/game.team/form.server.ts'
import { zoneForm } from '#app/routes/game.time-zone/form.server.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import {
  type FuzzRequest,
  type FuzzTarget,
  frameBytes,
  isPastedAtDesk,
  type VisitorKind,
} from './fuzz-target.ts'
import { asBytes, inForm, type Payload, payloads } from './payloads.ts'

/** A form: its address, valid values, and every field that the server reads. */
export interface Form {
  route: string
  path: string
  visitor: VisitorKind
  base: Record<string, string>
  fields: readonly string[]
}

const keysOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape)
const six = affordableCodes.join('.')
const league = { leagueId: '999', page: '1' }
const leagueBases: Record<string, Record<string, string>> = {
  create: { leagueName: 'Sofa', once: '' },
  join: { leagueId: '999', invite: 'wrong' },
  accept: { leagueId: '999', invite: 'wrong' },
  rename: { ...league, leagueName: 'Sofa' },
  renew: league,
  leave: league,
  delete: league,
  remove: { ...league, teamId: '999' },
  'hand-over': { ...league, teamId: '999' },
}

function leagueForms(): Form[] {
  return leagueForm.options.map((option) => {
    const [intent = ''] = option.shape.intent.values
    const base = { intent, ...leagueBases[intent] }
    return { route: 'game.leagues', path: '/game/leagues', visitor: 'player', base, fields: keysOf(option) }
  })
}

const choices = { season: 'on', reminder: 'on', results: 'on' }
const article = {
  intent: 'save',
  seenAt: '0',
  once: '',
  title: 'Title',
  slug: 'title',
  summary: 'About it',
  content: '<p>Text</p>',
  imageUrl: '',
  imageCredit: '',
  publishDate: '2025-05-01',
  category: 'OTHER',
}

type Row = [route: string, path: string, visitor: VisitorKind, base: Record<string, string>, more?: string[]]

const rows: Row[] = [
  ['consent', '/consent', 'stranger', { choice: 'accept-all', socials: 'on', returnTo: '/' }],
  [
    'hide-results',
    '/hide-results',
    'player',
    { intent: 'reveal', year: '2025', round: '1', returnTo: '/game' },
  ],
  ['hide-results', '/hide-results', 'stranger', { intent: 'hide', returnTo: '/songs' }],
  ['auth.sign-in', '/auth/sign-in', 'stranger', { redirectTo: '/game' }],
  ['auth.sign-out', '/auth/sign-out', 'stranger', {}],
  ['auth.backchannel-logout', '/auth/backchannel-logout', 'stranger', { logout_token: 'x' }],
  ['demo.clock', '/demo/clock', 'stranger', { now: '2025-05-10T12:00:00Z' }],
  ['demo.rehearsal', '/demo/rehearsal', 'stranger', { step: 'other' }],
  ['notifications.confirm', '/notifications/confirm', 'stranger', { token: 'x' }],
  [
    'notifications.unsubscribe',
    '/notifications/unsubscribe?token=x',
    'stranger',
    { 'List-Unsubscribe': 'One-Click', token: 'x' },
  ],
  [
    'game.team',
    '/game/team',
    'player',
    { intent: 'save', teamName: 'Lamps', managerName: 'Someone', picks: six },
    keysOf(teamForm),
  ],
  ['game.team', '/game/team', 'player', { intent: 'search', picks: six, q: 'x' }],
  [
    'game.lineup',
    '/game/lineup',
    'player',
    { intent: 'save', round: '1', order: six },
    keysOf(lineupForm.in),
  ],
  ['game.lineup', '/game/lineup', 'player', { intent: 'keep', round: '1', order: six }],
  ['game.time-zone', '/game/time-zone', 'player', { zone: 'Europe/Vienna' }, keysOf(zoneForm)],
  [
    'game.notifications',
    '/game/notifications',
    'player',
    { intent: 'ask', address: 'x' },
    keysOf(notificationsForm),
  ],
  ['game.notifications', '/game/notifications', 'player', { intent: 'choices', ...choices }],
  [
    'game.notifications',
    '/game/notifications',
    'player',
    { intent: 'dismiss', cause: 'x', returnTo: '/game' },
  ],
  ['game.screen', '/game/screen?leagueId=1', 'player', { intent: 'make', leagueId: '999' }],
  ['game.account.delete', '/game/account/delete', 'player', { confirm: 'no' }, keysOf(deletionForm)],
  [
    'admin._index',
    '/admin?index',
    'admin',
    { intent: 'save', round: '1', version: '0', 'score-AL': '7' },
    keysOf(scoresForm),
  ],
  [
    'admin.desk',
    '/admin/desk',
    'admin',
    { intent: 'enter', round: '3', version: '0', 'points-AT': '7', 'was-AT': '' },
    keysOf(deskForm),
  ],
  ['admin.desk', '/admin/desk', 'admin', { intent: 'paste', round: '3', version: '0', pasted: 'AT 7' }],
  ['admin.mails', '/admin/mails', 'admin', {}],
  ['admin.news.$article', '/admin/news/new', 'admin', article],
  ['admin.news._index', '/admin/news?index', 'admin', { intent: 'delete', id: '999', page: '1' }],
]

/** Every form. */
export const forms: readonly Form[] = [
  ...rows.map(([route, path, visitor, base, more = []]) => {
    const fields = [...new Set([...Object.keys(base), ...more])]
    return { route, path, visitor, base, fields }
  }),
  ...leagueForms(),
]

/**
 * Fields whose invalid values are replaced instead of rejected: an address to return to becomes the start page (D24), an
 * unreadable `seenAt` the epoch. An article's content has rules of its own.
 */
const lenientFields = ['returnTo', 'redirectTo', 'seenAt', 'content']
const bytes = bodyLimits.form - frameBytes

/** Each field of each form; a field that several forms of an address share counts once, unless `isEach`. */
export function listFieldTargets({ isEach }: { isEach: boolean }): FuzzTarget[] {
  const seen = new Set<string>()
  return forms.flatMap((form) =>
    form.fields.flatMap((field) => {
      const isShown = form.route === 'admin.news.$article' || isPastedAtDesk(form.route, field)
      const key = `${form.path} ${field}`
      if (seen.has(key) && !isEach) return []
      seen.add(key)
      return {
        address: `POST ${form.path}`,
        part: [form.base.intent, field].filter(Boolean).join(' '),
        visitor: form.visitor,
        bytes,
        spell: inForm,
        shapes: payloads,
        send: (spelled) => toRequest(form, [...spellBase(form, field), `${field}=${spelled}`]),
        isRefused: !lenientFields.includes(field),
        isShown,
      }
    }),
  )
}

/** Each whole form: the number of its fields, and their names. */
export function listWholeFormTargets(): FuzzTarget[] {
  return forms.map((form) => ({
    address: `POST ${form.path}`,
    part: [form.base.intent, 'all of it'].filter(Boolean).join(' '),
    visitor: form.visitor,
    bytes,
    spell: asBytes,
    shapes: wholes,
    send: (spelled) => toRequest(form, [...spellBase(form), spelled]),
    // A form without fields is not parsed.
    isRefused: form.fields.length > 0,
  }))
}

const wholes: readonly Payload[] = [
  { says: 'many fields', unit: 'a=1&' },
  { says: 'fields of an object’s own names', unit: '__proto__=x&constructor=x&toString=x&' },
  { says: 'one field again and again', unit: 'intent=save&' },
  { says: 'a long name', unit: 'a[b].', tail: '=x', isIgnored: true },
  { says: 'separators', unit: '&=' },
]

function spellBase({ base }: Form, without?: string): string[] {
  const others = Object.entries(base).filter(([name]) => name !== without)
  return others.map(([name, value]) => `${name}=${inForm(value)}`)
}

function toRequest({ path }: Form, pairs: readonly string[]): FuzzRequest {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
  // Signing out would end the session.
  const isAnonymous = path === '/auth/sign-out'
  return { method: 'POST', path, headers, body: pairs.join('&'), isAnonymous }
}
