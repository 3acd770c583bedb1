import { defineConfig } from 'vite';
import { glossary } from './glossary.mjs';

/** Address of `npm start`, for the development server. */
const SERVICE = process.env.GLEANER_URL ?? 'http://127.0.0.1:3000';
const SERVED = ['/graphql', '/v1', '/console', '/docs', '/graphiql', '/openapi.json'];

/**
 * The build compiles JSX with what Vite has itself, so that a first start needs neither Babel nor anything else that
 * only development needs. The development server takes Preact's preset, which replaces components in the running page.
 */
export default defineConfig(async ({ command }) => ({
  plugins: [glossary(), ...(command === 'serve' ? [(await import('@preact/preset-vite')).preact()] : [])],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // All scripts and pictures are files: the page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The bundle includes libraries, so it includes their licences.
    license: { fileName: 'licenses.md' },
  },
  server: {
    // The glossary, `error-texts.ts`, `shown-text.ts` and `cut-text.ts` stand outside of this folder.
    fs: { allow: ['.', '../docs', '../src/domain/text', '../src/platform/errors', '../node_modules'] },
    proxy: Object.fromEntries(SERVED.map((path) => [path, { target: SERVICE, ws: path === '/graphql' }])),
  },
}));
