import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * The slowest suites, so that no worker is left alone with one at the end; the order of the others matters little. Jest
 * remembers the last run's times, which a fresh clone lacks: `npm test -- --json --outputFile=FILE` prints them.
 */
const LONG = [
  'test/browser/console-session.test.ts',
  'test/browser/console.test.ts',
  'test/browser/console-results.test.ts',
  'test/e2e/command-line.test.ts',
  'test/e2e/demo.test.ts',
  'test/upgrade/upgrade.test.ts',
  'test/integration/fleet-crawl.test.ts',
  'test/browser/console-page.test.ts',
  'test/e2e/isolation.test.ts',
  'test/integration/page-texts.test.ts',
  'test/integration/page-search.test.ts',
  'test/e2e/results-exports.test.ts',
  'test/integration/hostile.test.ts',
  'test/integration/crawl-log.test.ts',
  'test/browser/shown-pages.test.ts',
  'test/integration/collections.test.ts',
  'test/integration/odd-answers.test.ts',
  'test/integration/kill-worker.test.ts',
  'src/engine/barren-hosts.spec.ts',
];
/** Projects whose suites wait for no database, browser or server. */
const COMPUTING = new Set(['unit', 'architecture', 'contracts', 'learning']);

/** Both lists in their order, each spread over the whole. */
function spread(one, other) {
  const placed = [one, other].flatMap((list) => list.map((test, i) => ({ test, place: (i + 1) / (list.length + 1) })));
  return placed.sort((a, b) => a.place - b.place).map(({ test }) => test);
}

/** Longest first; suites that compute run beside suites that wait, so that the cores always have work. */
export default class MixedLongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => {
      const at = LONG.indexOf(relative(context.config.rootDir, path));
      return at < 0 ? LONG.length : at;
    };
    const sorted = super.sort(tests).sort((a, b) => place(a) - place(b));
    const computes = ({ context }) => COMPUTING.has(context.config.displayName?.name);
    return spread(
      sorted.filter((test) => !computes(test)),
      sorted.filter(computes),
    );
  }
}
