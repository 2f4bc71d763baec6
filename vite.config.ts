import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import options from './remix.config.js'

export default defineConfig({
  plugins: [tailwindcss(), process.env.VITEST ? null : remix(options)],
  build: { assetsInlineLimit: 0, target: 'es2020' },
})
