import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

/** The room rules of docs/architecture.md, as far as the text of an import shows them; test/architecture checks the resolved import graph. */

const rooms = (...names) => `(^|/)(${names.join('|')})/`;
/** Any package but these. */
const packagesBut = (...names) => `^(?!\\.{1,2}/|(${names.join('|') || '\\b\\B'})(/|$))`;
const DOMAIN_PACKAGES = ['eld', 'htmlparser2', 're2js', 'tldts', 'wink-porter2-stemmer', 'zod'];

const playwright = { regex: '^playwright', message: 'Playwright is used in modules/fetching alone.' };
const prismaPackage = {
  regex: '^@prisma/|/generated/',
  message: 'The Prisma client is used in repositories, mappers and platform/database alone.',
};
const prismaNames = {
  regex: '/platform/database/index\\.js$',
  importNames: ['CrawlDatabase', 'Prisma', 'PrismaClient', 'PrismaService', 'ReadingDatabase'],
  message: 'The Prisma client is used in repositories, mappers and platform/database alone.',
};
const otherModule = {
  regex: '^(\\.\\./){1,2}(?!domain/|engine/|platform/|modules/|dto/)[^./][^/]*/(?!index\\.js$)',
  message: 'Another module is reached through its index.ts alone.',
};
const imports = (...patterns) => ['error', { patterns }];

const banned = (object, property, message) => ({
  selector: `MemberExpression[object.name='${object}'][property.name='${property}']`,
  message,
});
const environment = banned('process', 'env', 'Settings are read in platform/config alone.');
const impure = [
  banned('Math', 'random', 'The domain is deterministic: use the seeded generator.'),
  banned('Date', 'now', 'The domain has no clock: take the time as an argument.'),
  banned('performance', 'now', 'The domain has no clock: take the time as an argument.'),
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The domain has no clock: take the time as an argument.',
  },
  { selector: "Identifier[name='process']", message: 'The domain knows nothing of its process.' },
];

const unitSpecs = ['src/**/*.spec.ts'];
const tests = [...unitSpecs, 'test/**/*.ts'];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'data/',
      'node_modules/',
      '.cache/',
      'coverage/',
      'bench/out/',
      'src/platform/database/generated/',
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,mjs}'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['prisma.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
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
    rules: { 'no-restricted-syntax': ['error', environment] },
  },
  { files: ['src/cli/**/*.ts'], rules: { 'no-restricted-imports': imports(playwright, prismaPackage, prismaNames) } },
  {
    files: ['src/domain/**/*.ts'],
    ignores: unitSpecs,
    rules: {
      'no-restricted-imports': imports(
        { regex: rooms('engine', 'modules', 'platform', 'cli'), message: 'The domain imports the domain alone.' },
        {
          regex: packagesBut(...DOMAIN_PACKAGES),
          message: `The domain may use these packages alone: ${DOMAIN_PACKAGES.join(', ')}.`,
        },
      ),
      'no-restricted-syntax': ['error', ...impure],
    },
  },
  {
    files: ['src/engine/**/*.ts'],
    ignores: unitSpecs,
    rules: {
      'no-restricted-imports': imports(
        { regex: rooms('modules', 'platform', 'cli'), message: 'The engine imports the domain alone.' },
        { regex: packagesBut('zod'), message: 'The engine imports the domain alone.' },
      ),
    },
  },
  {
    files: ['src/platform/**/*.ts'],
    ignores: unitSpecs,
    rules: {
      'no-restricted-imports': imports(playwright, {
        regex: rooms('domain', 'engine', 'modules', 'cli'),
        message: 'The platform imports packages alone.',
      }),
    },
  },
  {
    files: ['src/platform/**/*.ts'],
    ignores: [
      ...unitSpecs,
      'src/platform/database/**',
      'src/platform/idempotency/**',
      'src/platform/metrics/**',
      'src/platform/health/**',
      'src/platform/*.ts',
    ],
    rules: {
      'no-restricted-imports': imports(playwright, prismaPackage, {
        regex: rooms('domain', 'engine', 'modules', 'cli'),
        message: 'The platform imports packages alone.',
      }),
    },
  },
  {
    files: ['src/modules/**/*.ts'],
    ignores: unitSpecs,
    rules: { 'no-restricted-imports': imports(playwright, prismaPackage, prismaNames, otherModule) },
  },
  {
    files: ['src/modules/**/*.{repository,mapper}.ts'],
    rules: { 'no-restricted-imports': imports(playwright, otherModule) },
  },
  {
    files: ['src/modules/fetching/**/*.ts'],
    ignores: [...unitSpecs, '**/*.repository.ts'],
    rules: { 'no-restricted-imports': imports(prismaPackage, prismaNames, otherModule) },
  },
  // What the command line and reports print is their purpose; they write to process.stdout.
  // Benchmarks are programs that print.
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
