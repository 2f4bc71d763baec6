import demoBundle from './demo-bundle.css?url'

/** Rendered before the demo bar (app/ui/styles/bundles/stylesheets.ts explains why). */
export const demoStylesheet = demoBundle
