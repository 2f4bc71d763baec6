import { sampleCodes, sampleEntries, sampleNextDeadline } from '#app/game/sample-data.ts'
import type { TeamView } from './load.server.ts'

const draft = {
  teamName: 'The Six Lights',
  managerName: 'A fan',
  codes: sampleCodes.slice(0, 5),
  search: '',
  show: '',
  details: null,
  isPlaying: false,
  focus: null,
  isConfirming: false,
}

/** The team page behind the sign-in card. */
export const sampleTeamView: TeamView = {
  draft,
  stored: draft,
  lampOrder: [],
  season: 2025,
  rules: { entries: sampleEntries, budgetTenths: 1000, teamSize: 6 },
  hasTeam: true,
  missedRounds: null,
  hasDialog: false,
  isConcluded: false,
  next: sampleNextDeadline,
  names: {},
  notes: {},
  choices: [],
}
