import { accounts } from './accounts.ts'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f3f2f7; color: #17131f }
  main { background: #fff; border: 1px solid #dcd9e4; border-radius: 14px; padding: 1.75rem; width: min(22rem, calc(100vw - 2rem)); box-sizing: border-box }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  label { display: block; font-weight: 600; margin-top: .75rem }
  input { font: inherit; width: 100%; box-sizing: border-box; padding: .6rem .7rem; border: 1px solid #767085; border-radius: 8px; margin-top: .25rem }
  button { font: inherit; font-weight: 650; width: 100%; padding: .7rem; margin-top: 1.25rem; border: 0; border-radius: 8px; background: #17131f; color: #fff; cursor: pointer }
  .problem { background: #fdecee; color: #a3122a; padding: .6rem .8rem; border-radius: 8px }
  .note { color: #5c566b; font-size: .9rem; margin: 1.25rem 0 0 }`

/** The login page: plain HTML, one form. `refused` is the username of a failed login, or null. */
export function renderLoginPage({ uid, refused }: { uid: string; refused: string | null }): string {
  const problem = refused === null ? '' : '<p class="problem" role="alert">Wrong username or password.</p>'
  const [first, second] = refused ? ['', 'autofocus'] : ['autofocus', '']
  return page(
    'Sign in to the Douze demo',
    `${problem}
    <form method="post" action="/interaction/${escapeHtml(uid)}">
      <label for="username">Username</label>
      <input id="username" name="username" value="${escapeHtml(refused ?? '')}" autocomplete="username" autocapitalize="none" required ${first}>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required ${second}>
      <button>Sign in</button>
    </form>
    <p class="note">Demo accounts: ${accounts.map((name) => `<b>${name}</b>`).join(', ')}. The password is <b>demo</b> for all.</p>`,
  )
}

/** Shown when a sign-in cannot continue: an old tab, a used link. */
export function renderProblemPage(appOrigin: string, problem: string): string {
  return page(
    'This sign-in cannot go on',
    `<p>${escapeHtml(problem)}</p><p><a href="${escapeHtml(appOrigin)}/">Back to Douze</a></p>`,
  )
}

/** Shown only when the provider's logout is opened without a token of the app. */
export function renderLogoutPage(form: string): string {
  return page(
    'Sign out of the Douze demo?',
    `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
