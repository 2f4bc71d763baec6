import { saveTeam } from '#app/services/teams.server.ts'
export const q = saveTeam
