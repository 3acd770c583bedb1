const swc = (type) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type },
    sourceMaps: 'inline',
    swcrc: false,
  },
];

// ESM-only packages that CommonJS packages require(): jest on Node < 24.9 cannot load them so, hence they are compiled to CommonJS.
const esmOnly = '(content-disposition|cookie)';

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { [`/node_modules/${esmOnly}/.+\\.js$`]: swc('commonjs'), '^.+\\.ts$': swc('es6') },
  transformIgnorePatterns: [`/node_modules/(?!${esmOnly}/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
};
/** Projects whose suites may use PostgreSQL: one server for the whole run. */
const withDatabase = { globalSetup: '<rootDir>/test/support/global-setup.mjs', globalTeardown: '<rootDir>/test/support/global-teardown.mjs' };
const project = (displayName, pattern, extra = {}) => ({ ...shared, displayName, testMatch: [`<rootDir>/${pattern}`], ...extra });

export default {
  maxWorkers: 2,
  testTimeout: 60_000,
  projects: [
    project('unit', 'src/**/*.spec.ts'),
    project('architecture', 'test/architecture/**/*.test.ts'),
    project('contracts', 'test/contracts/**/*.test.ts'),
    project('learning', 'test/learning/**/*.test.ts'),
    project('integration', 'test/integration/**/*.test.ts', withDatabase),
    project('browser', 'test/browser/**/*.test.ts', withDatabase),
    project('e2e', 'test/e2e/**/*.test.ts', withDatabase),
  ],
};
