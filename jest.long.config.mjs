import { withoutFleet } from './test/support/fleet-reporter.mjs';
import { project, sandboxed, withDatabase } from './test/support/jest-project.mjs';
import { suitesOfLongRun } from './test/support/long-suites.mjs';

const thorough = { globals: { IS_THOROUGH: true } };
const testPathIgnorePatterns = ['/node_modules/', ...withoutFleet];

/** Suites that take minutes, and suites with all their cases: kept out of `npm test`, run by `npm run test:long`. */
export default {
  maxWorkers: 1,
  testTimeout: 15 * 60_000,
  reporters: ['default', '<rootDir>/test/support/ran-reporter.mjs', '<rootDir>/test/support/fleet-reporter.mjs'],
  projects: [
    project('long', 'test/long/**/*.test.ts', { ...withDatabase, testPathIgnorePatterns }),
    project('thorough', suitesOfLongRun.plain, thorough),
    project('thorough-database', suitesOfLongRun.withDatabase, {
      ...withDatabase,
      ...thorough,
      testPathIgnorePatterns,
    }),
    project('thorough-platform', suitesOfLongRun.sandboxed, { ...sandboxed, ...withDatabase, ...thorough }),
  ],
};
