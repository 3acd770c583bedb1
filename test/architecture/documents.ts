import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders outside of the repository: packages and generated files. */
const MADE = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage', '.cache', 'bench/out']);

/** All files and folders of the repository; folders end with a slash. */
export function repositoryPaths(folder = ''): string[] {
  return readdirSync(folder || '.', { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return MADE.has(path) || MADE.has(entry.name) ? [] : [`${path}/`, ...repositoryPaths(path)];
  });
}

/** Extensions that documents use only for files of this repository. */
const SOURCE = /\.(ts|mts|mjs|cjs|py|md|yaml|prisma)$/;
/** Names in documents that are files of other programs, or created by users. */
const ELSEWHERE = new Set([
  'models/abcmodel.py',
  'crawling/textReprGenerator.py',
  'docker/.env',
  'bench/out',
  'web/generated',
  'text/html',
]);

/** The words of a document's code, inline and in blocks, that look like a path in this repository. */
function pathsIn(markdown: string, known: readonly string[]): string[] {
  const rooms = new Set(
    known.filter((path) => /^(src\/(domain\/)?)?[^/]+\/$/.test(path)).map((path) => path.split('/').at(-2)),
  );
  const code = [...markdown.matchAll(/```[^\n]*\n([^]*?)```|`([^`\n]+)`/g)].map(([, block, inline]) => block ?? inline);
  const words = code
    .flatMap((text) => text.split(/[\s'"(),;=:]+/))
    .map((word) => word.replace(/^(\.{1,2}\/)+|\.+$/g, ''));
  return words.filter((word) => {
    if (word.startsWith('/') || word.startsWith('data/') || !/^[\w@.*/-]+$/.test(word)) return false;
    const inRoom = word.includes('/') && rooms.has(word.split('/')[0]);
    return (SOURCE.test(word) || inRoom) && ![...MADE].some((made) => word.startsWith(`${made}/`));
  });
}

/** Paths that a document names, whole or by their end, and that do not exist. */
export function missingPaths(markdown: string, known: readonly string[]): string[] {
  const bare = known.map((path) => path.replace(/\/$/, ''));
  return pathsIn(markdown, known).filter((word) => {
    const name = word.replace(/\/$/, '');
    if (ELSEWHERE.has(name)) return false;
    const escaped = name.replace(/[.+]/g, '\\$&');
    const pattern = escaped.replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'));
    const matches = new RegExp(`(^|/)${pattern}$`);
    return !bare.some((path) => matches.test(path));
  });
}

/** The anchors of a document's headings, as GitHub generates them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replace(/```[^]*?```/g, '').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, text]) => slug(text)));
}

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

/** Broken relative links and heading links of a document. */
export function brokenLinks(file: string, markdown: string): string[] {
  const text = markdown.replace(/```[^]*?```/g, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).has(anchor);
  });
}
