// Loaded before a command: every folder is on NFS, as far as statfs says.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { statfsSync } = fs
fs.statfsSync = Object.assign((/** @type {string} */ path) => ({ ...statfsSync(path), type: 0x6969 }))
syncBuiltinESMExports()
