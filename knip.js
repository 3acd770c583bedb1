/** Exports that no other file uses, and files that nothing imports: `npm run lint` finds none. */
export default {
  workspaces: {
    '.': {
      entry: [
        'src/{main,worker,fetcher,renderer,health-check}.ts',
        'src/**/*.spec.ts',
        'test/**/*.{test.ts,mjs}',
        'bench/**/*.{mjs,mts}',
        'tools/*.{mjs,mts}',
        'examples/**/*.{mjs,ts,js}',
      ],
      project: ['src/**/*.ts', 'clients/typescript/src/*.ts', 'bench/**/*.mjs', 'test/**/*.{ts,mjs}', 'tools/*.mjs'],
    },
    scripts: { entry: ['*.{mjs,mts}'], project: ['*.mjs'] },
    web: { entry: ['glossary.{mjs,d.mts}'], project: ['src/**/*.{ts,tsx}', '*.mjs'] },
  },
  // `#client` is in the build, which may be absent.
  ignoreUnresolved: ['#client', 'jest-environment-node'],
  // Benchmarks and tests run what the build made of the sources.
  compilers: {
    mjs: (text) => text.replaceAll('/dist/client/', '/clients/typescript/src/').replaceAll('/dist/', '/src/'),
  },
  // Decorators register these classes.
  ignoreIssues: {
    'src/modules/*/*/dto/*{event,events}.dto.ts': ['exports'],
  },
  include: ['exports', 'types', 'files', 'unresolved'],
};
