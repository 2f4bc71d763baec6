import { runBuilt } from './run-built.mjs'

/** `npm start` */
await runBuilt('server')
