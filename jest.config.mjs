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
const project = (displayName, pattern, extra = {}) => ({ ...shared, displayName, testMatch: [`<rootDir>/${pattern}`], ...extra });

export default {
  maxWorkers: 2,
  testTimeout: 60_000,
  projects: [
    project('unit', 'src/**/*.spec.ts'),
    project('contracts', 'test/contracts/**/*.test.ts'),
    project('learning', 'test/learning/**/*.test.ts'),
    project('integration', 'test/integration/**/*.test.ts'),
    project('browser', 'test/browser/**/*.test.ts'),
    project('e2e', 'test/e2e/**/*.test.ts'),
  ],
};
