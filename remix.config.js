/**
 * Remix's own options, read by vite.config.ts.
 * Every v3 flag is on, so that the later move to React Router is a rename;
 * lazy route discovery stays off (it would tell anybody the route table).
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: false,
  },
  ignoredRouteFiles: ['**/*.test.*'],
}
