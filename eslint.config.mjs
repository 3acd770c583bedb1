import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';
import { roomsPlugin } from './tools/import-rules.mjs';

const banned = (object, property, message) => ({
  selector: `MemberExpression[object.name='${object}'][property.name='${property}']`,
  message,
});
const environment = banned('process', 'env', 'Settings are read in platform/config alone.');
/** It keeps a kilobyte for each call on Node 20, for as long as one of its signals lives: docs/decisions/node-20.md. */
const leakingAny = banned('AbortSignal', 'any', 'It leaks on Node 20: use anySignal of any-signal, and clear it.');
const privateName = { selector: 'PrivateIdentifier', message: 'Private members are marked `private`, not with #.' };
/** One message for each event, so that logs can be searched; what differs stands in fields. */
const logMessages = [
  "[callee.object.name='log']",
  '[callee.object.property.name=/^(log|logger)$/]',
  "[callee.property.name='warn'][callee.object.type='ThisExpression']",
  "[callee.property.name='warn'][callee.object.property.name='options']",
].map((of) => ({
  selector: `CallExpression[callee.property.name=/^(log|warn|error|debug|fatal)$/]${of} > :matches(TemplateLiteral, BinaryExpression)`,
  message: 'Messages of the log are constant: put values into fields.',
}));
const impure = [
  privateName,
  banned('Math', 'random', 'The domain is deterministic: use the seeded generator.'),
  banned('Date', 'now', 'The domain has no clock: take the time as an argument.'),
  banned('performance', 'now', 'The domain has no clock: take the time as an argument.'),
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The domain has no clock: take the time as an argument.',
  },
  { selector: "Identifier[name='process']", message: 'The domain knows nothing of its process.' },
];

const unitSpecs = ['src/**/*.spec.ts', 'clients/*/src/**/*.spec.ts', 'web/src/**/*.spec.ts'];
const tests = [...unitSpecs, 'test/**/*.ts'];

export default tseslint.config(
  {
    ignores: ['dist/', 'data/', 'node_modules/', '.cache/', 'coverage/', 'bench/out/', '**/generated/', '**/dist/'],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      // Prettier leaves comments as they are.
      'max-len': ['error', { code: 10_000, comments: 120, ignoreUrls: true, ignoreStrings: true }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['prisma.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-restricted-syntax': ['error', privateName],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Numbers in messages are what templates are for.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: false },
      ],
      // Nest's modules are classes without members, and its handlers are async by contract.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/require-await': 'off',
      // DTO classes are shapes for two APIs; rows and literals become them by having that shape.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `void` marks promises that are meant to run on their own.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Typed arrays are indexed in hot loops, where the bounds are known and a check would cost.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Data from outside is checked although its type says what it should be.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [...unitSpecs, 'src/platform/config/**'],
    rules: { 'no-restricted-syntax': ['error', environment, leakingAny, ...logMessages, privateName] },
  },
  {
    files: ['src/domain/**/*.ts'],
    ignores: unitSpecs,
    rules: { 'no-restricted-syntax': ['error', ...impure] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: unitSpecs,
    plugins: { rooms: roomsPlugin },
    rules: { 'rooms/imports': 'error' },
  },
  // The command line and reports exist to print; they write to process.stdout.
  // Benchmarks are programs that print.
  { files: ['**/*.d.mts'], languageOptions: { parser: tseslint.parser } },
  { files: ['bench/**/*.mjs'], rules: { 'no-console': 'off' } },
  { files: ['**/*.mjs'], languageOptions: { globals: { process: 'readonly', console: 'readonly' } } },
  {
    files: tests,
    plugins: { jest },
    languageOptions: { globals: jest.environments.globals.globals },
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-identical-title': 'error',
      'jest/valid-expect': 'error',
      'jest/no-commented-out-tests': 'error',
      'jest/no-conditional-expect': 'off',
      // Bodies of answers are unknown data, and a test that looks into them fails when they are not what it says.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
