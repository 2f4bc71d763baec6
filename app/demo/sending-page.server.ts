import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'

/** The page whose form sent a request, as its Referer says; '/' where there is none. The bar itself does not know where script has led. */
export function findSendingPage(request: Request): string {
  const referer = request.headers.get('Referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  return safeRedirectTarget(pathname + search)
}
