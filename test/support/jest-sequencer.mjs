import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * Suites that take long, the longest first, so that no worker is left alone with one in the end. Jest itself knows what the last run took, which a fresh
 * clone does not have.
 */
const LONG = [
  'test/integration/classifier-session.test.ts',
  'test/browser/rendering.test.ts',
  'test/e2e/models.test.ts',
  'test/e2e/platform-processes.test.ts',
  'test/browser/hostile.test.ts',
  'test/e2e/demo.test.ts',
  'test/integration/model-switch.test.ts',
  'test/e2e/experiments.test.ts',
  'test/integration/archive-session.test.ts',
  'test/e2e/results-export-files.test.ts',
  'test/integration/session-streams.test.ts',
  'test/integration/hostile.test.ts',
  'test/browser/waiting.test.ts',
  'test/e2e/spiders.test.ts',
  'test/integration/kill-worker.test.ts',
  'test/learning/policies.test.ts',
  'test/integration/platform-embedded-database.test.ts',
  'test/integration/search-index.test.ts',
  'test/integration/demo-web.test.ts',
  'test/integration/page-search.test.ts',
  'test/platform/sockets.test.ts',
  'test/contracts/policies-2.test.ts',
  'test/integration/lab-cache.test.ts',
  'test/e2e/session-models.test.ts',
  'test/contracts/policies-1.test.ts',
  'test/e2e/classifier.test.ts',
  'test/contracts/policies.test.ts',
  'test/integration/content-pdf.test.ts',
  'test/integration/classifier.test.ts',
  'test/e2e/models-compared.test.ts',
  'test/contracts/relevance-models.test.ts',
  'test/e2e/topics-suggestions.test.ts',
  'test/browser/auto.test.ts',
  'test/integration/open-web.test.ts',
  'test/contracts/monitoring.test.ts',
  'src/engine/crawl-loop-troubles.spec.ts',
  'test/e2e/results-exports.test.ts',
  'test/integration/session-totals.test.ts',
  'test/integration/rendered-session.test.ts',
  'test/e2e/seedfinder.test.ts',
  'test/browser/processes.test.ts',
  'test/integration/crawl-log.test.ts',
  'test/integration/leases.test.ts',
  'test/browser/shut-in.test.ts',
  'test/platform/service.test.ts',
  'test/integration/fetching.test.ts',
  'test/e2e/bounded-queries.test.ts',
  'test/e2e/isolation.test.ts',
  'test/integration/checkpoints.test.ts',
  'test/e2e/self-training.test.ts',
  'test/e2e/schema.test.ts',
  'test/e2e/sessions.test.ts',
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
