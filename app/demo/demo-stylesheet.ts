import demoBundle from './demo-bundle.css?url'

/** Stands in the page before the demo's bar (app/ui/styles/bundles/stylesheets.ts says why). */
export const demoStylesheet = demoBundle
