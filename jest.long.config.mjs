import { withoutFleet } from './test/support/fleet-reporter.mjs';
import { project, sandboxed, withDatabase } from './test/support/jest-project.mjs';

/** What takes minutes, and suites with all their cases: kept out of `npm test`, run by `npm run test:long`. */
export default {
  maxWorkers: 1,
  testTimeout: 15 * 60_000,
  reporters: ['default', '<rootDir>/test/support/ran-reporter.mjs', '<rootDir>/test/support/fleet-reporter.mjs'],
  projects: [
    project('long', 'test/long/**/*.test.ts', {
      ...withDatabase,
      testPathIgnorePatterns: ['/node_modules/', ...withoutFleet],
    }),
    // Suites of the daily run that have more cases than it goes through (`test/support/thoroughness.ts`).
    project(
      'thorough',
      [
        'src/domain/base/sealed-snapshot.spec.ts',
        'src/domain/frontier/near-index.spec.ts',
        'src/domain/page/parse-page.spec.ts',
        'src/domain/relevance/features/word-numbers.spec.ts',
        'src/domain/scope/scope.spec.ts',
        'src/domain/scope/traps.spec.ts',
        'src/domain/url/canonical-url.spec.ts',
        'src/domain/url/glob.spec.ts',
        'src/domain/webs/synthetic/changing-web.spec.ts',
        'src/domain/webs/synthetic/synthetic-web.spec.ts',
        'src/engine/crawl-loop-troubles.spec.ts',
        'src/engine/relearn-crawl.spec.ts',
        'src/engine/restore-crawl.spec.ts',
        'src/modules/crawling/crawl-log.ranges.spec.ts',
        'src/platform/threads/run-in-thread.spec.ts',
        'test/architecture/openapi-lint.test.ts',
        'test/contracts/monitoring.test.ts',
        'test/contracts/relevance-models.test.ts',
        'test/learning/policies.test.ts',
      ],
      { globals: { IS_THOROUGH: true } },
    ),
    project(
      'thorough-database',
      [
        'test/browser/rendering.test.ts',
        'test/integration/checkpoints.test.ts',
        'test/integration/classifier-session.test.ts',
        'test/integration/fleet-crawl.test.ts',
        'test/integration/fleet-faults.test.ts',
        'test/integration/fleet-processes.test.ts',
        'test/integration/crawl-log.test.ts',
        'test/integration/demo-web.test.ts',
        'test/integration/hostile-fuzz.test.ts',
        'test/integration/hostile.test.ts',
        'test/integration/lab-cache.test.ts',
        'test/integration/model-switch.test.ts',
        'test/integration/page-search.test.ts',
        'test/integration/platform-embedded-database.test.ts',
        'test/integration/session-streams.test.ts',
        'test/e2e/experiments.test.ts',
        'test/e2e/isolation.test.ts',
        'test/e2e/models.test.ts',
        'test/e2e/platform-processes.test.ts',
        'test/e2e/session-models.test.ts',
        'test/e2e/spiders.test.ts',
        'test/e2e/telemetry.test.ts',
      ],
      {
        ...withDatabase,
        testPathIgnorePatterns: ['/node_modules/', ...withoutFleet],
        globals: { IS_THOROUGH: true },
      },
    ),
    project('thorough-platform', ['test/platform/sockets.test.ts'], {
      ...sandboxed,
      ...withDatabase,
      globals: { IS_THOROUGH: true },
    }),
  ],
};
