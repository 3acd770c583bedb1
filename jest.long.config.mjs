import { project, withDatabase } from './test/support/jest-project.mjs';

/** What takes minutes: kept out of `npm test`, run by `npm run test:long`. */
export default {
  maxWorkers: 1,
  testTimeout: 15 * 60_000,
  reporters: ['default', '<rootDir>/test/support/ran-reporter.mjs'],
  projects: [project('long', 'test/long/**/*.test.ts', withDatabase)],
};
