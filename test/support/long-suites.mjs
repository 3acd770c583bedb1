import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Suites that only `npm run test:long` runs, so that `npm test` takes at most six minutes on two cores: whole
 * processes, browsers and crawls. The daily run has cheaper suites on their subjects.
 */
const LONG_ONLY = [
  'test/browser/auto',
  'test/browser/console-compare',
  'test/browser/console-experiments',
  'test/browser/console-failures',
  'test/browser/console-learned-state',
  'test/browser/console-monitors',
  'test/browser/console-odd-browsers',
  'test/browser/console-operate',
  'test/browser/greedy-pages',
  'test/browser/processes',
  'test/browser/shut-in',
  'test/browser/tool-pages',
  'test/browser/waiting',
  'test/browser/what-browsers-show',
  'test/contracts/relevance-models',
  'test/contracts/waiting-replay',
  'test/e2e/backup',
  'test/e2e/bounded-queries',
  'test/e2e/classifier',
  'test/e2e/collection-verdicts',
  'test/e2e/conditional-changes',
  'test/e2e/domain-profiles',
  'test/e2e/examples',
  'test/e2e/experiments',
  'test/e2e/graphql-fuzz',
  'test/e2e/labeller',
  'test/e2e/mcp',
  'test/e2e/models',
  'test/e2e/models-compared',
  'test/e2e/monitors',
  'test/e2e/openapi-examples',
  'test/e2e/platform-processes',
  'test/e2e/refused-starts',
  'test/e2e/results-export-files',
  'test/e2e/results-wacz',
  'test/e2e/seed-suggestions',
  'test/e2e/seedfinder',
  'test/e2e/session-models',
  'test/e2e/session-streams',
  'test/e2e/spiders',
  'test/e2e/stored-exports',
  'test/e2e/topics-expansion',
  'test/e2e/topics-suggestions',
  'test/integration/archive-index',
  'test/integration/archive-object-store',
  'test/integration/backup',
  'test/integration/classifier-session',
  'test/integration/database-faults',
  'test/integration/fleet-faults',
  'test/integration/fleet-hostile',
  'test/integration/fleet-leases',
  'test/integration/fleet-processes',
  'test/integration/fleet-render',
  'test/integration/full-disk',
  'test/integration/job-cancellation',
  'test/integration/lab-cache',
  'test/integration/lingering-close',
  'test/integration/model-switch',
  'test/integration/open-web',
  'test/integration/platform-embedded-database',
  'test/integration/politeness-contact',
  'test/integration/politeness-restart',
  'test/integration/rendered-session',
  'test/integration/search-index',
  'test/integration/session-events',
  'test/integration/session-streams',
  'test/integration/session-totals',
  'test/integration/stored-search',
  'test/integration/unreached-seeds',
  'test/platform/rate-limit',
  'test/platform/sockets',
].map((suite) => `${suite}.test.ts`);

const root = fileURLToPath(new URL('../../', import.meta.url));
const SUITE = /\.(?:spec|test)\.ts$/;
const support = readdirSync(join(root, 'test/support'));
const textOf = (file) => readFileSync(join(root, file), 'utf8');

/** Modules whose import marks a suite with further cases in the long run, as properties do. */
const MARKS = support.filter(
  (name) => name === 'thoroughness.ts' || textOf(join('test/support', name)).includes("from './thoroughness.js'"),
);
const saysSo = new RegExp(
  `/support/(?:${MARKS.map((name) => basename(name, '.ts')).join('|')})\\.js'|from 'fast-check'`,
);
const suitesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => SUITE.test(file));

/** Suites of the daily run with further cases. */
const partly = [
  'src',
  ...['architecture', 'browser', 'contracts', 'e2e', 'integration', 'learning', 'platform', 'upgrade'].map(
    (one) => `test/${one}`,
  ),
]
  .flatMap(suitesIn)
  .filter((file) => saysSo.test(textOf(file)));

/** For jest's `testPathIgnorePatterns`. */
export const leftToLongRun = LONG_ONLY.map((file) => `/${file.replaceAll('.', '\\.')}$`);

const all = [...new Set([...LONG_ONLY, ...partly])].sort();
const of = (pattern) => all.filter((file) => pattern.test(file));
/** Further suites of the long run, with all cases: by their needs. */
export const suitesOfLongRun = {
  plain: of(/^(?:src|test\/(?:architecture|contracts|learning))\//),
  withDatabase: of(/^test\/(?:browser|e2e|integration|upgrade)\//),
  sandboxed: of(/^test\/platform\//),
};
