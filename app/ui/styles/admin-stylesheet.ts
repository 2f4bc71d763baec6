import admin from './admin.css?url'

/** The `links` of routes of the administration and the API. */
export const adminStylesheetLinks = () => [{ rel: 'stylesheet', href: admin }]
