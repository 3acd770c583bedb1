import { compilerOptions } from '../../scripts/swc-options.mjs';

/** The common parts of jest.config.mjs and jest.long.config.mjs. */

const swc = ['<rootDir>/test/support/jest-transform.mjs', compilerOptions('es6', 'inline')];

// Loaded outside of the sandbox: the product, and packages that load slowly or whose classes the product and suites
// compare.
const packages =
  '@nestjs/(?:common|core|testing)/index\\.js$|fast-check/lib/fast-check\\.js$|playwright-core/index\\.js$|zod/index\\.js$';
// The console is compiled for browsers only: its suites load its sources.
const outside = `(?<!/web)/src/(?!.*\\.spec\\.ts$).+\\.ts$|/node_modules/(?:${packages})`;

const inSandbox = { '^.+\\.ts$': swc };
const shared = {
  testEnvironment: '<rootDir>/test/support/jest-environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { [outside]: '<rootDir>/test/support/jest-outside.mjs', ...inSandbox },
  transformIgnorePatterns: [`/node_modules/(?!${packages})`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
};
/**
 * For suites that build an application from parts of the product: their decorators must not affect other suites'
 * applications.
 */
export const sandboxed = {
  transform: inSandbox,
  transformIgnorePatterns: ['/node_modules/'],
  testEnvironment: 'jest-environment-node',
};
/** Projects whose suites may use PostgreSQL: one server for the whole run. */
export const withDatabase = {
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};
export const project = (displayName, pattern, extra = {}) => ({
  ...shared,
  displayName,
  testMatch: [pattern].flat().map((one) => `<rootDir>/${one}`),
  ...extra,
});
