import { withoutFleet } from './test/support/fleet-reporter.mjs';
import { project, sandboxed, withDatabase } from './test/support/jest-project.mjs';
import { leftToLongRun } from './test/support/long-suites.mjs';

const testPathIgnorePatterns = ['/node_modules/', ...leftToLongRun];

export default {
  // More than the two cores this is tuned for: suites wait for databases, browsers and timers about half of their time.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/jest-sequencer.mjs',
  // Giving back the memory of hundreds of suites takes a worker longer than the half second that jest allows by
  // default. One that a leak keeps alive is named still.
  workerGracefulExitTimeout: 10_000,
  // A hung test is ended; a busy machine is no failure.
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/test/support/fleet-reporter.mjs'],
  projects: [
    project('unit', ['src/**/*.spec.ts', 'clients/typescript/src/**/*.spec.ts', 'web/src/**/*.spec.ts']),
    project('architecture', 'test/architecture/**/*.test.ts'),
    project('contracts', 'test/contracts/**/*.test.ts', { testPathIgnorePatterns }),
    project('learning', 'test/learning/**/*.test.ts'),
    project('integration', 'test/integration/**/*.test.ts', {
      ...withDatabase,
      testPathIgnorePatterns: [...testPathIgnorePatterns, ...withoutFleet],
    }),
    project('browser', 'test/browser/**/*.test.ts', { ...withDatabase, testPathIgnorePatterns }),
    project('platform', 'test/platform/**/*.test.ts', { ...sandboxed, ...withDatabase, testPathIgnorePatterns }),
    project('upgrade', 'test/upgrade/**/*.test.ts', { ...withDatabase, testPathIgnorePatterns }),
    project('e2e', 'test/e2e/**/*.test.ts', { ...withDatabase, testPathIgnorePatterns }),
  ],
};
