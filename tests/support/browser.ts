interface Cookie {
  value: string
  path: string
}

let browsers = 0

/** An address for each browser: rate limits count by it. */
function nextAddress(): string {
  browsers += 1
  return `10.1.${browsers >> 8}.${browsers & 255}`
}

/** A browser without script: cookies by name and path on one host, redirects followed explicitly. */
export class Browser {
  readonly address = nextAddress()
  readonly #cookies = new Map<string, Cookie>()

  /** A request to the app with the cookies a browser would send, from a page of the app. */
  request(url: string, init: RequestInit = {}): Request {
    const headers = new Headers({
      'Sec-Fetch-Site': 'same-origin',
      ...Object.fromEntries(new Headers(init.headers)),
    })
    const cookie = this.cookieHeader(new URL(url).pathname)
    if (cookie) headers.set('Cookie', cookie)
    return new Request(url, { ...init, headers })
  }

  /** Stores and deletes cookies by a response's headers. */
  storeCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const name = pair.slice(0, pair.indexOf('='))
      const isDropped = attributes.some((each) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(each))
      const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
      if (isDropped) this.#cookies.delete(name)
      else this.#cookies.set(name, { value: pair.slice(name.length + 1), path })
    }
  }

  /** The Cookie header for a path. */
  cookieHeader(path: string): string {
    const sent = [...this.#cookies].filter(([, cookie]) => isUnder(path, cookie.path))
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  /** The names of all stored cookies. */
  get cookieNames(): string[] {
    return [...this.#cookies.keys()]
  }

  /** The value of a cookie, or undefined. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  /** Stores a cookie that no response set. */
  setCookie(name: string, value: string, path = '/'): void {
    this.#cookies.set(name, { value, path })
  }

  /** Requests a URL over the network and follows redirects while they stay on `home`. */
  async open(
    url: string,
    home: string,
    form?: URLSearchParams,
  ): Promise<{ left: boolean; url: string; body: string }> {
    const init = form ? { method: 'POST', body: form } : {}
    const response = await fetch(this.request(url, { ...init, redirect: 'manual' }))
    this.storeCookies(response.headers)
    const location = response.headers.get('Location')
    const body = await response.text()
    if (location === null) return { left: false, url, body }
    const next = new URL(location, url)
    return next.origin === home ? this.open(next.href, home) : { left: true, url: next.href, body }
  }
}

function isUnder(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)
}
