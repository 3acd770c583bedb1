import { BOMBS } from './hostile-bombs.js';
import { DEFAULT_WIRE, HOSTILE_TIMEOUT_MS, type HostileCase } from './hostile-case.js';
import { REDIRECTS, RESETS, SIZES, TIMES } from './hostile-http.js';
import { ODDITIES } from './hostile-oddities.js';
import { PAGES } from './hostile-pages.js';
import { ROBOTS } from './hostile-robots.js';
import { TLS } from './hostile-tls.js';

/** All hostile cases by group, in the order of the documentation. */
export const GROUPS: readonly (readonly [string, readonly HostileCase[]])[] = [
  ['Answers without end', SIZES],
  ['Content codings', BOMBS],
  ['Servers that take their time', TIMES],
  ['Connections that break', RESETS],
  ['Redirects', REDIRECTS],
  ['Oddities of HTTP', ODDITIES],
  ['TLS', TLS],
  ['robots.txt', ROBOTS],
  ['Pages', PAGES],
];

export const CASES: readonly HostileCase[] = GROUPS.flatMap(([, cases]) => cases);

const size = (bytes: number): string => {
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return bytes >= 1_000 ? `${Math.round(bytes / 1_000)} KB` : `${bytes} B`;
};

/** The tables of docs/hostile-server-cases.md, one per group. */
export function caseTables(): string {
  return GROUPS.map(([title, cases]) => {
    const rows = cases.map((one) => {
      const ends = [one.ends]
        .flat()
        .map((kind) => `\`${kind}\``)
        .join(' or ');
      const limit = ((one.settings?.timeoutMs ?? HOSTILE_TIMEOUT_MS) / 1_000).toString();
      const memory = one.memoryMb === undefined ? '' : `${one.memoryMb} MB`;
      const also = [one.truncated === true ? 'truncated' : '', one.so ?? ''].filter((words) => words !== '').join('; ');
      return `| \`${one.name}\` | ${one.does} | ${ends}${also === '' ? '' : `: ${also}`} | ${limit} s | ${size(one.wire ?? DEFAULT_WIRE)} | ${memory} |`;
    });
    return [
      `### ${title}`,
      '',
      '| case | the server sends or does | result | time limit | bytes read, at most | memory growth, below |',
      '|---|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  }).join('\n');
}
