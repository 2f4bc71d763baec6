import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { isolate } from '#app/game/text/name.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { inviteFormPath, invitePath, readInviteLink } from '#app/http/invite-link.server.ts'
import { secretPageHeaders } from '#app/http/secret-page-headers.ts'
import { findBySecret } from '#app/server/find-by-secret.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { findInvitedLeague } from '#app/services/leagues/leagues.server.ts'
import { Sentence } from '#app/ui/data/sentence.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { describeInvite, describeOverInvite, invalidInvite } from '#app/ui/messages/invites.ts'
import { formatDocumentTitle } from '#app/ui/meta/document-title.ts'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'
import { AuthPage } from '#app/ui/sign-in/auth-pages.tsx'
import { CopyLink } from '#app/ui/sign-in/copy-link.tsx'
import { SignInForm } from '#app/ui/sign-in/sign-in-form.tsx'
import { db } from '#db/connection.server.ts'

/**
 * An invite link as people pass it on (D42): for who is signed in the invite's page in My Leagues, for others, and for the preview
 * in a chat, the league and a way to sign in.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const invite = readInviteLink(params['*'] ?? '')
  if (!invite) return data({ state: 'invalid' as const }, { status: 403, headers: secretPageHeaders })
  if (visitor) return redirect(inviteFormPath(invite), { status: 303, headers: secretPageHeaders })

  const game = await loadGame(request, null)
  const league = await findBySecret({ db, context, visitor, find: () => findInvitedLeague(db, invite) })
  if (!league) return data({ state: 'invalid' as const }, { status: 403, headers: secretPageHeaders })
  const { leagueName, memberCount, gameId } = league
  const isOver = gameId !== game.contest.id || !findNextRound(game.contest.rounds, game.now)
  const state = isOver ? ('over' as const) : ('open' as const)
  return data({ state, leagueName, memberCount, path: invitePath(invite) }, { headers: secretPageHeaders })
}

export const headers = forwardHeaders

export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) => {
  if (!view || view.state === 'invalid') return [{ title: formatDocumentTitle('Invite') }]
  const title = `Join “${isolate(view.leagueName)}”`
  const description = `${describeText(view).replace(/[\u2068\u2069]/g, '')} Douze is a game for the Eurovision Song Contest: six countries, 100 million euros.`
  return buildPageMeta(matches, { title, description, path: view.path })
}

type OpenView = { state: 'open' | 'over'; leagueName: string; memberCount: number }

const describeText = (view: OpenView) =>
  view.state === 'over' ? describeOverInvite(view.leagueName) : describeInvite(view)

export default function JoinRoute() {
  const view = useLoaderData<typeof loader>()
  if (view.state === 'invalid')
    return (
      <AuthPage title="Error joining league">
        <p>{invalidInvite}</p>
        <BackToHome />
      </AuthPage>
    )
  return (
    <AuthPage title={<InviteTitle {...view} />}>
      <p className="wrap-anywhere">
        <Sentence>{describeText(view)}</Sentence>
      </p>
      {view.state === 'open' && (
        <>
          <p className="text-muted">
            Create a new account or sign in to join: pick six countries, and see who knows best. We never see
            your password.
          </p>
          <CopyLink path={view.path} />
          <SignInForm redirectTo={view.path}>
            <Button type="submit" variant="spot" size="lg">
              Sign in / Create account
            </Button>
          </SignInForm>
        </>
      )}
      <BackToHome />
    </AuthPage>
  )
}

const InviteTitle = ({ leagueName }: OpenView) => (
  <>
    You are invited to <bdi translate="no">{leagueName}</bdi>
  </>
)

function BackToHome() {
  return (
    <p>
      <LinkButton variant="line" href="/">
        Back to Home
      </LinkButton>
    </p>
  )
}
