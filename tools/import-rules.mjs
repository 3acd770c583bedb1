import path from 'node:path';

/**
 * The room rules of docs/architecture.md for one import, defined once: lint reports a violation in place, and
 * test/architecture applies them to the whole import graph, plus rules about the graph itself (cycles, missing faces).
 */

const DOMAIN_PACKAGES = new Set([
  '@exodus/bytes',
  '@orama/stemmers',
  'diff',
  'htmlparser2',
  're2js',
  'stopword',
  'tldts',
  'wink-porter2-stemmer',
  'zod',
]);
const ENGINE_PACKAGES = new Set(['any-signal', 'zod']);
/** Of a module; `plain.ts` is the part without a framework, for threads and the command line. */
const FACES = ['index.ts', 'plain.ts'];
const PRISMA_NAMES = new Set(['CrawlDatabase', 'Prisma', 'PrismaClient', 'PrismaService', 'ReadingDatabase']);

/** The groups of modules under `src/modules`, in order: a module imports its own group and earlier ones. */
const GROUPS = ['base', 'fetch', 'topics', 'crawl', 'results', 'research', 'service'];

/** `domain`, `engine`, `platform`, `cli`, `modules/group/x`, or `entry` for the files beside the rooms. */
export function roomOf(file) {
  const [, room = '', group = '', module = ''] = file.split('/');
  if (room === 'modules') return `modules/${group}/${module}`;
  return ['domain', 'engine', 'platform', 'cli'].includes(room) ? room : 'entry';
}

function mayImportRoom(from, to) {
  // The command line is another entry point, and starts the others.
  if (from === to || from === 'entry' || from === 'cli') return true;
  if (from === 'engine') return to === 'domain';
  if (!from.startsWith('modules/')) return false;
  return to.startsWith('modules/') ? groupOf(to) <= groupOf(from) : ['domain', 'engine', 'platform'].includes(to);
}

const groupOf = (room) => GROUPS.indexOf(room.split('/')[1]);

const mayUsePrisma = (file) => /\.(repository|sql|mapper)\.ts$/.test(file) || roomOf(file) === 'platform';

/**
 * The target of a module specifier in `file`: a path from the root of the checkout, or the name of a package without
 * its subpath.
 */
export function target(file, specifier) {
  if (specifier.startsWith('node:')) return { to: specifier, isPackage: true };
  if (!specifier.startsWith('.')) {
    const parts = specifier.split('/');
    return { to: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), isPackage: true };
  }
  return { to: path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts'), isPackage: false };
}

/** The rule that an import violates; null if none. */
export function complaintAbout(file, { to, isPackage, names }) {
  const from = roomOf(file);
  if (from.startsWith('modules/') && groupOf(from) < 0) return `${from} is in none of the groups ${GROUPS.join(', ')}`;
  if (isPackage) {
    if (from === 'domain' && !DOMAIN_PACKAGES.has(to)) return `domain uses the package ${to}`;
    if (from === 'engine' && !ENGINE_PACKAGES.has(to)) return `engine uses the package ${to}`;
    if (to.startsWith('playwright') && from !== 'modules/fetch/fetching')
      return 'Playwright is used outside of modules/fetch/fetching';
    if (to.startsWith('@prisma/') && !mayUsePrisma(file))
      return 'Prisma is used outside of repositories, SQL files, mappers and platform';
    return null;
  }
  const room = roomOf(to);
  if (!mayImportRoom(from, room)) return `${from} imports ${room} (${to})`;
  if (room.startsWith('modules/') && room !== from && !FACES.some((face) => to === `src/${room}/${face}`))
    return `${to} is not the face of ${room}`;
  if (to.includes('/generated/') && from !== 'platform') return 'the generated client is used outside of platform';
  const namesPrisma =
    to === 'src/platform/database/index.ts' && names.some((name) => PRISMA_NAMES.has(name) || name === '*');
  if (namesPrisma && !mayUsePrisma(file))
    return 'Prisma is used outside of repositories, SQL files, mappers and platform';
  return null;
}

const namesOf = (specifiers) =>
  specifiers.map((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return '*';
    if (one.type === 'ImportDefaultSpecifier') return 'default';
    return (one.imported ?? one.local).name ?? (one.imported ?? one.local).value;
  });

/** The same rules for ESLint: `rooms/imports`. */
export const roomsPlugin = {
  rules: {
    imports: {
      meta: { type: 'problem', docs: { description: 'Rooms import only what docs/architecture.md lets them.' } },
      create(context) {
        const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
        const check = (node, source, names) => {
          if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
          const message = complaintAbout(file, { ...target(file, source.value), names });
          if (message !== null) context.report({ node, message });
        };
        return {
          ImportDeclaration: (node) => check(node, node.source, namesOf(node.specifiers)),
          ExportNamedDeclaration: (node) => check(node, node.source, namesOf(node.specifiers)),
          ExportAllDeclaration: (node) => check(node, node.source, ['*']),
          ImportExpression: (node) => check(node, node.source, ['*']),
        };
      },
    },
  },
};
