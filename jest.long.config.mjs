import { project, sandboxed, withDatabase } from './test/support/jest-project.mjs';

/** What takes minutes, and suites with all their cases: kept out of `npm test`, run by `npm run test:long`. */
export default {
  maxWorkers: 1,
  testTimeout: 15 * 60_000,
  reporters: ['default', '<rootDir>/test/support/ran-reporter.mjs'],
  projects: [
    project('long', 'test/long/**/*.test.ts', withDatabase),
    // Suites of the daily run that have more cases than it goes through (`test/support/thoroughness.ts`).
    project(
      'thorough',
      [
        'src/domain/base/sealed-snapshot.spec.ts',
        'src/domain/page/parse-page.spec.ts',
        'src/domain/relevance/features/word-numbers.spec.ts',
        'src/domain/scope/scope.spec.ts',
        'src/domain/webs/synthetic/synthetic-web.spec.ts',
        'src/engine/crawl-loop-troubles.spec.ts',
        'src/engine/relearn-crawl.spec.ts',
        'test/contracts/monitoring.test.ts',
        'test/learning/policies.test.ts',
      ],
      { globals: { IS_THOROUGH: true } },
    ),
    project(
      'thorough-database',
      [
        'test/browser/rendering.test.ts',
        'test/integration/classifier-session.test.ts',
        'test/integration/platform-embedded-database.test.ts',
        'test/integration/session-streams.test.ts',
        'test/e2e/spiders.test.ts',
        'test/e2e/telemetry.test.ts',
      ],
      {
        ...withDatabase,
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
