import { sampleTeam } from '#app/game/sample-data.ts'
import type { CompareView } from './load.server.ts'

/** The comparison behind the sign-in card. */
export const sampleCompareView: CompareView = {
  live: null,
  isHidden: false,
  rivalId: 2,
  round: null,
  rounds: [],
  league: null,
  mine: { teamName: 'The Six Lights', scoreHundredths: 107580, place: '1st in the league' },
  theirs: { teamName: 'The Other Six', scoreHundredths: 103610, place: '3rd in the league' },
  differenceHundredths: 3970,
  rows: sampleTeam.map(({ code, country }, index) => {
    const side = { position: index + 1, scoreHundredths: 30000 - index * 2000 }
    const isMine = index % 2 === 0
    return {
      code,
      country,
      mine: isMine ? side : null,
      theirs: isMine ? null : side,
      isSame: false,
      differenceHundredths: isMine ? side.scoreHundredths : -side.scoreHundredths,
    }
  }),
}
