import { complaintAbout, roomOf } from '../../tools/import-rules.mjs';
import type { SourceFile } from './import-graph.js';

/** The room rules of docs/architecture.md over an import graph. */

/** Strongly connected components of more than one node, by Tarjan's algorithm. */
function cycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** Rooms within a room, with one-way dependencies too: those of the domain, and the subjects of the larger modules. */
const SUBJECTS = [
  'src/domain/',
  'src/modules/crawl/crawling/',
  'src/modules/fetch/fetching/',
  'src/modules/results/results/',
  'src/modules/topics/models/',
  'src/modules/topics/topics/',
] as const;

/**
 * The subject folder of a file below `parent`; null for files beside the folders and for DTOs, which both sides use.
 */
function subjectOf(parent: string, file: string): string | null {
  if (!file.startsWith(parent)) return null;
  const [subject = '', ...rest] = file.slice(parent.length).split('/');
  return rest.length === 0 || subject === 'dto' ? null : parent + subject;
}

/**
 * Cycles of rooms within a room. Types count here, because a type from the wrong side is knowledge in the wrong place.
 */
function subjectCircles(files: readonly SourceFile[], parent: string): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = subjectOf(parent, path);
    if (from === null || path.endsWith('.spec.ts')) continue;
    const edges = graph.get(from) ?? new Set<string>();
    graph.set(from, edges);
    for (const { to, isPackage } of imports) {
      const target = isPackage ? null : subjectOf(parent, to);
      if (target !== null && target !== from) edges.add(target);
    }
  }
  return cycles(graph).map((group) => `subjects in a circle: ${group.join(', ')}`);
}

/** Types count, as in `subjectCircles`: files that name each other's types are read and changed together. */
function graphOf(files: readonly SourceFile[], nodeOf: (file: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = nodeOf(file.path);
    const edges = graph.get(from) ?? new Set<string>();
    graph.set(from, edges);
    for (const { to, isPackage } of file.imports) if (!isPackage && nodeOf(to) !== from) edges.add(nodeOf(to));
  }
  return graph;
}

/** Files that threads load, or that must not load a framework. */
const isPlain = (file: string): boolean => /(?:-task|(?<!run-in)-thread|\/plain)\.ts$/.test(file);

/** Loading the framework takes a thread two seconds, and a process has several threads. */
function heavyPlain(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files
    .filter((file) => isPlain(file.path))
    .flatMap((start) => {
      const reached = new Set([start.path]);
      for (const path of reached) {
        for (const { to, isPackage, typeOnly } of byPath.get(path)?.imports ?? []) {
          if (typeOnly) continue;
          if (isPackage && to.startsWith('@nestjs/')) return [`${start.path}: loads ${to} by ${path}`];
          if (!isPackage) reached.add(to);
        }
      }
      return [];
    });
}

/** All violations, one line each. */
export function violations(files: readonly SourceFile[]): string[] {
  const complaints = files.flatMap((file) =>
    file.imports.flatMap((one) => {
      const complaint = complaintAbout(file.path, one);
      return complaint === null ? [] : [`${file.path}: ${complaint}`];
    }),
  );
  const environment = files
    .filter((file) => file.readsEnvironment && !file.path.startsWith('src/platform/config/'))
    .map((file) => `${file.path}: process.env is read outside of platform/config`);
  const modules = new Set(files.map((file) => roomOf(file.path)).filter((room) => room.startsWith('modules/')));
  const faceless = [...modules]
    .filter((room) => !files.some((file) => file.path === `src/${room}/index.ts`))
    .map((room) => `${room} has no index.ts`);
  const rooms = cycles(graphOf(files, roomOf)).map((group) => `rooms in a circle: ${group.join(', ')}`);
  const inCircle = cycles(graphOf(files, (file) => file)).map((group) => `files in a circle: ${group.join(', ')}`);
  const subjects = SUBJECTS.flatMap((parent) => subjectCircles(files, parent));
  return [...complaints, ...environment, ...faceless, ...heavyPlain(files), ...rooms, ...inCircle, ...subjects];
}
