import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * The slowest suites, so that no worker is left alone with one at the end; the order of the others matters little. Jest
 * remembers the last run's times, which a fresh clone lacks: `npm test -- --json --outputFile=FILE` prints them.
 */
const LONG = [
  'test/e2e/demo.test.ts',
  'test/integration/kill-worker.test.ts',
  'test/browser/console.test.ts',
  'test/integration/fleet-crawl.test.ts',
  'test/e2e/experiments.test.ts',
  'test/browser/rendering.test.ts',
  'test/browser/console-operate.test.ts',
  'test/e2e/command-line.test.ts',
  'test/integration/hostile.test.ts',
  'test/browser/console-compare.test.ts',
  'test/e2e/isolation.test.ts',
  'test/e2e/models.test.ts',
  'test/e2e/mcp.test.ts',
  'test/contracts/relevance-models.test.ts',
  'test/learning/policies.test.ts',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => {
      const at = LONG.indexOf(relative(context.config.rootDir, path));
      return at < 0 ? LONG.length : at;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
