import type { Mutant } from './mutant.ts'

const sender = 'tests/services/mail/sender.test.ts'
const serverFaults = 'tests/services/mail/server-faults.test.ts'
const addressesTest = 'tests/services/mail/addresses.test.ts'
const transportTest = 'tests/services/mail/transport.test.ts'
const noticesTest = 'tests/services/notices/notices.test.ts'

const storedAddresses = { file: 'db/mail/mail-addresses.server.ts', test: addressesTest }
const outbox = { file: 'db/mail/outbox.server.ts', test: serverFaults }
const storedMailings = { file: 'db/mail/mailings.server.ts', test: sender }
const lease = { file: 'db/mail/sender-lease.server.ts', test: serverFaults }
const batch = { file: 'app/services/mail/send-batch.server.ts', test: serverFaults }
const senderRun = { file: 'app/services/mail/sender.server.ts', test: serverFaults }
const pace = { file: 'app/services/mail/pace.server.ts', test: serverFaults }
const transport = { file: 'app/services/mail/transport.server.ts', test: serverFaults }
const mailings = { file: 'app/services/mail/mailings.server.ts', test: sender }
const compose = { file: 'app/services/mail/compose.server.ts', test: sender }
const addresses = { file: 'app/services/mail/addresses.server.ts', test: addressesTest }
const notices = { file: 'app/services/notices/notices.server.ts', test: noticesTest }

/** Changes of mails: who gets which, when, and how often; and of the notices that replace them. */
export const mail: readonly Mutant[] = [
  // Addresses.
  {
    ...storedAddresses,
    code: ".select(addressColumns).where('manager_id', '=', managerId)",
    change: '.select(addressColumns)',
    feels: 'The account page shows the address of somebody else, and a press there changes it.',
  },
  {
    ...storedAddresses,
    code: "    .where('id', '=', id)\n    .executeTakeFirst()",
    change: '    .executeTakeFirst()',
    test: sender,
    feels: 'All mails go to one person, and a link in a mail acts on the address of another.',
  },
  {
    ...storedAddresses,
    code: "...wanted })\n    .where('id', '=', id)",
    change: '...wanted })',
    test: sender,
    feels: 'What one person wants by mail becomes what everybody gets.',
  },
  {
    ...storedAddresses,
    code: "db.deleteFrom('mail_addresses').where('id', '=', id)",
    change: "db.deleteFrom('mail_addresses')",
    feels: 'Whoever removes an address removes all of them.',
  },
  {
    ...storedAddresses,
    code: ".deleteFrom('mail_addresses')\n    .where('confirmed_at', 'is', null)",
    change: ".deleteFrom('mail_addresses')",
    feels: 'Confirmed addresses are deleted with those that were not confirmed in time.',
  },
  {
    ...storedAddresses,
    code: "    .where('created_at', '<', before)\n    .execute()",
    change: '    .execute()',
    feels: 'A link that was asked for a minute ago finds its address deleted.',
  },
  {
    ...storedAddresses,
    code: "    .where('address_id', '=', addressId)\n    .where('kind', '=', 'confirm')\n    .executeTakeFirst()",
    change: "    .where('kind', '=', 'confirm')\n    .executeTakeFirst()",
    feels: 'Whoever asks for a link within a minute of anybody else gets none.',
  },
  {
    ...storedAddresses,
    code: "    .where('address_id', '=', addressId)\n    .where('kind', '=', 'confirm')\n    .where('state', '=', 'waiting')",
    change: "    .where('kind', '=', 'confirm')\n    .where('state', '=', 'waiting')",
    feels: 'A second person who asks for a link takes that of the first away.',
  },
  {
    ...addresses,
    code: '  if (lastRequestedAt !== undefined && Math.abs(now - lastRequestedAt) < duplicateWindowMs) return\n',
    change: '',
    feels: 'Whoever presses twice gets the same mail twice.',
  },
  {
    ...addresses,
    code: 'Math.abs(now - lastRequestedAt) < duplicateWindowMs',
    change: 'now - lastRequestedAt < duplicateWindowMs',
    feels: 'After a clock that was set back nobody gets another link before it has caught up.',
  },
  {
    ...addresses,
    code: '      await updateAddressOfMails(tx, { fromAddressId: confirmed.id, toAddressId: addressId })\n',
    change: '',
    feels: 'Whoever changes the address loses the mails that wait, and gets old ones again.',
  },
  {
    ...addresses,
    code: 'confirmed?.choices ?? defaultNotificationChoices',
    change: 'defaultNotificationChoices',
    feels: 'Whoever changes the address gets the mails again that were turned off.',
  },
  {
    ...addresses,
    code: '{ ...address.choices, [kind]: false }',
    change: '{ season: false, reminder: false, results: false }',
    feels: 'Ending one kind of mail ends all, and deletes the address.',
  },
  {
    ...addresses,
    code: 'if (confirmed && !isWaiting) await',
    change: 'if (confirmed) await',
    feels: 'Taking back an address that was mistyped deletes the confirmed one as well.',
  },
  // The outbox.
  {
    ...outbox,
    code: "conflict.columns(['manager_id', 'cause']).doNothing()",
    change: "conflict.columns(['manager_id', 'cause']).doUpdateSet({ state: 'waiting' })",
    test: sender,
    feels: 'After a clock that was set back, everybody gets a mail again.',
  },
  {
    ...outbox,
    code: "next_try_at: isInteractive(mail) || mail.kind === 'reminder'",
    change: "next_try_at: mail.kind === 'reminder'",
    feels: 'Whoever waits for a link waits until a clock that was set back has caught up.',
  },
  {
    ...outbox,
    code: 'isInteractive(mail) ? (0 as const) : (1 as const)',
    change: '(1 as const)',
    feels: 'A link to confirm an address waits behind a hundred thousand mails about results.',
  },
  {
    ...outbox,
    code: 'return last.length === 2 && last.every',
    change: 'return last.every',
    test: noticesTest,
    feels: 'Who gets mails is told everything on the site as well.',
  },
  {
    ...outbox,
    code: "    .where('manager_id', '=', managerId)\n    .where('address_id', '=', addressId)\n    .where('state', 'in', ['sent', 'failed'])",
    change: "    .where('state', 'in', ['sent', 'failed'])",
    test: noticesTest,
    feels: 'Two unknown mailboxes make everybody’s unknown.',
  },
  {
    ...outbox,
    code: "    .where('address_id', '=', fromAddressId)\n    .where('kind', '!=', 'confirm')",
    change: "    .where('kind', '!=', 'confirm')",
    test: addressesTest,
    feels: 'When somebody changes the address, the waiting mails of all are sent there.',
  },
  {
    ...outbox,
    code: 'attempts: mail.attempts + 1 }',
    change: 'attempts: mail.attempts }',
    feels: 'A mail that is put off is tried for ever.',
  },
  {
    ...outbox,
    code: 'now + (findRetryDelay(attempts) ?? longestRetryDelayMs)',
    change: 'now',
    feels: 'A mail that was perhaps sent before a crash is sent again at once.',
  },
  {
    ...outbox,
    code: "    .where('state', '=', 'waiting')\n    .where('is_bulk', '=', isBulk)",
    change: "    .where('is_bulk', '=', isBulk)",
    feels: 'A mail that was sent is sent again some minutes later.',
  },
  {
    ...outbox,
    code: "next_try_at: outcome.nextTryAt }),\n    })\n    .where('id', '=', id)",
    change: 'next_try_at: outcome.nextTryAt }),\n    })',
    feels: 'The first mail that is sent marks all as sent, and nobody else gets theirs.',
  },
  {
    ...outbox,
    code: 'tries: tries - 1, next_try_at',
    change: 'tries, next_try_at',
    feels: 'While the mail server is away for an hour, the waiting mails are given up.',
  },
  {
    ...outbox,
    code: "    .where('next_try_at', '>', now + longestRetryDelayMs)\n",
    change: '',
    feels: 'A mail that is put off has its eight tries within some minutes, and is given up.',
  },
  // The lease.
  {
    ...lease,
    code: "            row('sender_lease.holder', '=', holder),\n",
    change: '',
    feels: 'Mails leave in one batch a minute.',
  },
  {
    ...lease,
    code: "            row('sender_lease.expires_at', '<=', now),\n",
    change: '',
    feels: 'After a crash no mail is sent any more.',
  },
  {
    ...lease,
    code: "            row('sender_lease.expires_at', '>', expires_at),\n",
    change: '',
    feels: 'After a clock that was ahead no mail is sent for hours.',
  },
  {
    ...lease,
    code: "db.deleteFrom('sender_lease').where('holder', '=', holder)",
    change: "db.deleteFrom('sender_lease')",
    feels: 'A process that stops takes the lease from the one that sends, and a third sends beside it.',
  },
  {
    ...batch,
    code: 'return isSender ? work(tx) : undefined',
    change: 'return work(tx)',
    feels: 'Two processes send at once, faster than the mail server allows.',
  },
  {
    ...senderRun,
    code: '    await deleteSenderLease(context.db, context.holder).catch(onTrouble)\n',
    change: '',
    feels: 'After each restart no mail is sent for a minute.',
  },
  {
    ...senderRun,
    code: '      await updateDistantRetries(tx, now())\n',
    change: '',
    feels: 'A mail that was put off while the clock was ahead waits for that day.',
  },
  // A batch.
  {
    ...batch,
    code: 'if (now() - claimedAt > staleAfterMs)',
    change: 'if (now() - claimedAt > Number.POSITIVE_INFINITY)',
    feels: 'A process that was held up sends what another has sent meanwhile.',
  },
  {
    ...batch,
    code: 'await pause(delay, undefined, { signal: stopSignal })',
    change: 'return',
    feels: 'While the disk is full the same mail is sent again and again.',
  },
  {
    ...batch,
    code: ' || now - mail.createdAt > maxWaitMs',
    change: '',
    feels: 'Mails for a server that is gone wait for ever, and come months late.',
  },
  {
    ...batch,
    code: 'mail.messageId',
    change: 'crypto.randomUUID()',
    feels: 'A mail that the server took without an answer stands twice in the mailbox.',
  },
  {
    ...batch,
    code: '    unsubscribeUrl,\n  })',
    change: '  })',
    test: sender,
    feels: 'Mail programs show no button to end the mails.',
  },
  // What the mail server answers.
  {
    ...pace,
    code: 'const maxDomains = 3',
    change: 'const maxDomains = 1_000',
    feels: 'A mail server that refuses everything for an hour costs everybody their mail.',
  },
  {
    ...pace,
    code: '(pauses >= maxBusyPauses ? busy : undefined)',
    change: 'undefined',
    feels: 'Nobody is told that the mail server has taken nothing for hours.',
  },
  {
    ...pace,
    code: '.filter(({ createdAt }) => now() - createdAt <= maxWaitMs)',
    change: '',
    feels: 'What a server refuses to everybody is tried for ever.',
  },
  {
    ...pace,
    code: 'return left <= maxPauseMs ? Math.max(0, left) : 0',
    change: 'return Math.max(0, left)',
    feels: 'After a clock that was set back no mail is sent before it has caught up.',
  },
  {
    ...transport,
    code: 'requireTLS: !isLocal',
    change: 'requireTLS: false',
    test: transportTest,
    feels: 'Password and mails pass the network in clear.',
  },
  {
    ...transport,
    code: 'rejectUnauthorized: !isLocal',
    change: 'rejectUnauthorized: false',
    feels: 'Whoever stands between us and the mail server reads the password.',
  },
  {
    ...transport,
    code: 'forceAuth: true',
    change: 'forceAuth: false',
    feels: 'A server that offers no sign-in gets the mails all the same.',
  },
  {
    ...transport,
    code: "if (status.startsWith('5') && isOfMail) {",
    change: "if (status.startsWith('5')) {",
    feels: 'A wrong mail password drops the whole outbox.',
  },
  {
    ...transport,
    code: " && status !== '530'",
    change: '',
    test: transportTest,
    feels: 'A server that asks for a sign-in at the recipient has every mail given up.',
  },
  {
    ...transport,
    code: "(code === 'ECONNECTION' && status === '421')",
    change: 'false',
    feels: 'One slow mailbox makes all others wait.',
  },
  {
    ...transport,
    code: '(!isOfMail || /\\b(too (many|much)|rate|limit)/i.test(response))',
    change: '!isOfMail',
    test: transportTest,
    feels: 'A server that limits how much it takes costs mails their tries, and they are given up.',
  },
  {
    ...transport,
    code: "isTry: status === '' && !known",
    change: 'isTry: false',
    feels: 'A mail that a server takes without an answer is sent without end.',
  },
  {
    ...transport,
    code: "        'Auto-Submitted': 'auto-generated',\n",
    change: '',
    test: transportTest,
    feels: 'The sender gets an answer from everybody who is on holiday.',
  },
  // Mailings.
  {
    ...mailings,
    code: 'const dueAt = publishedAt + resultsDelayMs',
    change: 'const dueAt = publishedAt',
    feels: 'Wrong points that are corrected within the hour are mailed to all.',
  },
  {
    ...mailings,
    code: '    await updateMailingDueAt(tx, cause, dueAt)\n',
    change: '',
    feels: 'Results that were corrected just now are mailed before their hour.',
  },
  {
    ...mailings,
    code: 'after: mailing.cursor, limit: size',
    change: 'after: 0, limit: size',
    feels: 'Only the first 150 managers get a mail, and the sender never ends.',
  },
  {
    ...mailings,
    code: "return kind === 'season' || recipient.hasLineup",
    change: "return kind === 'season' || recipient.hasTeam",
    feels: 'Who joined after a show gets its results by mail: 0 points.',
  },
  {
    ...storedMailings,
    code: "    .where('cursor', '=', 0)\n",
    change: '',
    feels: 'A correction makes the rest of a running mailing wait for an hour.',
  },
  {
    ...storedMailings,
    code: ".set({ due_at: dueAt })\n    .where('cause', '=', formatCause(cause))",
    change: '.set({ due_at: dueAt })',
    feels: 'Results that are published put off every other mail.',
  },
  {
    ...storedMailings,
    code: "    .where('done_at', 'is', null)\n    .where('due_at', '<=', now)",
    change: "    .where('due_at', '<=', now)",
    feels: 'An idle sender writes all the time, and saves wait for it.',
  },
  {
    ...storedMailings,
    code: "    .select('id')\n    .where('cause', '=', formatCause(cause))",
    change: "    .select('id')",
    feels: 'Nobody is ever reminded of a deadline.',
  },
  {
    ...storedMailings,
    code: ".set({ cursor, done_at: doneAt }).where('id', '=', id)",
    change: '.set({ cursor, done_at: doneAt })',
    feels: 'A mailing that ends ends all that are still to come.',
  },
  {
    ...storedMailings,
    code: "['mailings', 'outbox', 'dismissed_notices']",
    change: "['mailings', 'dismissed_notices']",
    feels: 'Who was mailed a wrong deadline never gets the corrected one.',
  },
  {
    ...storedMailings,
    code: "await tx.deleteFrom(table).where('cause', 'in', causes)",
    change: 'await tx.deleteFrom(table)',
    feels: 'A corrected deadline takes all waiting mails away and brings back every notice.',
  },
  {
    ...storedMailings,
    code: "    .where('state', 'in', ['waiting', 'dropped'])\n",
    change: '',
    feels: 'Whoever sets the demo’s clock back sends everybody the same mail again.',
  },
  {
    ...storedMailings,
    code: "    .where('address.confirmed_at', 'is not', null)\n",
    change: '',
    feels: 'Who is just changing the address gets no mail at either.',
  },
  {
    ...storedMailings,
    code: ".on('teams.game_id', '=', gameId)",
    change: ".on('teams.game_id', 'is not', null)",
    feels: 'Who had a team last year gets the results of this year’s show, without a team.',
  },
  {
    file: 'app/services/seasons/seasons.server.ts',
    test: sender,
    code: '    for (const round of listMovedRounds(before, season)) await rescheduleReminders(tx, before.id, round, now)\n',
    change: '',
    feels: 'Nobody is told by mail that a deadline was corrected.',
  },
  {
    file: 'app/services/scoreboard/publish.server.ts',
    test: sender,
    code: 'const rounds = before.filter(',
    change: 'const rounds = (await listRounds(tx, gameId)).filter(',
    feels: 'Nobody gets a mail about results.',
  },
  // What a mail says.
  {
    ...compose,
    code: "  if (!choices[kind]) return dropped('It was unsubscribed in the meantime.')\n",
    change: '',
    feels: 'Who has just unsubscribed gets one more.',
  },
  {
    ...compose,
    code: 'return isNeeded\n      ?',
    change: 'return rounds.length > 0\n      ?',
    feels: 'Who has just set the line-up is told that it is not set.',
  },
  {
    ...compose,
    code: "if (timing !== 'now') return",
    change: "if (timing === 'later') return",
    feels: 'A reminder comes after the show has begun.',
  },
  {
    ...compose,
    code: 'result: isRevealed ? result : null',
    change: 'result',
    feels: 'A mail tells the results to whoever hides them.',
  },
  // Notices.
  {
    ...notices,
    code: 'if (confirmed && params.isMailOn && ',
    change: 'if (confirmed && ',
    feels: 'Where mail is turned off, who has an address is told nothing.',
  },
  {
    ...notices,
    code: 'return due.filter(({ name }) => !dismissed.some(({ cause }) => cause === name))',
    change: 'return due',
    feels: 'A notice that was dismissed comes back on every page.',
  },
  {
    ...notices,
    code: '  if (roundNumber !== findLastRound(rounds, now)?.roundNumber) return []\n',
    change: '',
    feels: 'During the second show the site says that the results of the first are out.',
  },
  {
    ...notices,
    code: "return lineup ? [{ kind: 'results', gameId: game.id, roundNumber } as const] : []",
    change: "return [{ kind: 'results', gameId: game.id, roundNumber } as const]",
    feels: 'Who joined after a show is told that its results are out.',
  },
  {
    file: 'db/mail/dismissed-notices.server.ts',
    test: noticesTest,
    code: "    .where('manager_id', '=', managerId)\n",
    change: '',
    feels: 'A notice that one person dismisses is gone for all.',
  },
  {
    ...storedMailings,
    test: noticesTest,
    code: "    .where('game_id', '=', gameId)\n    .where('kind', '=', 'results')",
    change: "    .where('kind', '=', 'results')",
    feels: 'Last year’s results are announced as those of tonight.',
  },
  {
    ...storedMailings,
    test: noticesTest,
    code: "    .where('kind', '=', 'results')\n    .where('due_at', '<=', now)",
    change: "    .where('due_at', '<=', now)",
    feels: 'Once somebody was reminded of a show, its results count as out while it runs.',
  },
  {
    ...storedMailings,
    test: noticesTest,
    code: "    .where('kind', '=', 'results')\n    .where('due_at', '<=', now)",
    change: "    .where('kind', '=', 'results')",
    feels: 'The notice about results comes before their hour.',
  },
]
