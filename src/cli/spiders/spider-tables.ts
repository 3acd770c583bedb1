import { moment } from '../api/lists.js';
import { table } from '../screen.js';
import type { Schemas, Spider } from '#client';

/** Words of bins have a field, their place in the link; words of page classes have none. */
type TellingWord = Omit<Schemas['TellingWordDto'], 'field' | 'weight'> & { readonly field?: string };

/** Words shown per bin or class; the service has more. */
const SHOWN_WORDS = 8;
const WORDS = 'most telling words';

/** Spiders as rows. */
export function spiderList(spiders: readonly Spider[]): string {
  const rows = spiders.map((spider) => [
    spider.name,
    `${spider.version}`,
    spider.state,
    spider.kind,
    `${spider.report?.pages ?? '-'}`,
    `${spider.report?.links ?? '-'}`,
    moment(spider.createdAt),
    spider.id,
  ]);
  return table([['name', 'version', 'state', 'kind', 'pages', 'links', 'created', 'id'], ...rows]);
}

/** Training data, settings and learned words of a spider. */
export function spiderLines(spider: Spider): string[] {
  const { name, version, state, error, report } = spider;
  const lines = [
    `${name}, version ${version}: ${state}`,
    `  id         ${spider.id}`,
    `  settings   ${settings(spider)}`,
  ];
  if (error !== null) lines.push(`  error      ${error}`);
  if (report === null) return lines;
  // Page classes are made from all pages, relevant or not.
  const isLinks = spider.kind !== 'page-classes';
  const counted = ({ pages, relevantPages }: Pick<Schemas['SpiderReportDto'], 'pages' | 'relevantPages'>): string =>
    `${pages} pages${isLinks ? `, ${relevantPages} relevant` : ''}`;
  lines.push(
    ...report.sources.map((source) => `  trained on ${nameOf(source)}: ${counted(source)}`),
    `  together   ${counted(report)}${isLinks ? `, ${report.links} links` : ''}${spider.kind === 'link-values' ? '' : `, ${report.words} words`}` +
      (report.truncated ? '; some pages were left out, because there were too many' : ''),
    '',
    TABLES[spider.kind](report),
  );
  return lines;
}

function settings({ kind, bins, text, discount, clusters, vocabulary }: Spider): string {
  const given = Object.entries({ bins, text, discount, clusters, vocabulary }).filter(([, value]) => value !== null);
  return [kind, ...given.map(([name, value]) => `${name} ${String(value)}`)].join(', ').replace(', ', ': ');
}

const nameOf = ({ sessionId, web }: Schemas['SpiderReportDto']['sources'][number]): string =>
  web === null ? `session ${sessionId ?? ''}` : `recorded web ${web}`;

const binTable = ({ bins }: Schemas['SpiderReportDto']): string =>
  withWords(
    ['bin', 'links', 'mean Q'],
    bins.map((bin) => ({ cells: [bin.name, `${bin.links}`, bin.meanValue.toFixed(3)], words: bin.words })),
  );

const classTable = ({ classes }: Schemas['SpiderReportDto']): string =>
  withWords(
    ['class', 'pages'],
    classes.map((each, i) => ({ cells: [`${i}`, `${each.pages}`], words: each.words })),
  );

/** A table with a last column for the most telling words. */
function withWords(
  head: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly words: readonly TellingWord[] }[],
): string {
  const [names, line, ...cells] = table([head, ...rows.map((row) => row.cells)]).split('\n');
  const wordList = (words: readonly TellingWord[]): string =>
    words
      .slice(0, SHOWN_WORDS)
      .map(({ word, field }) => (field === undefined ? word : `${word} (${field})`))
      .join(', ');
  return [
    `${names}  ${WORDS}`,
    `${line}  ${'-'.repeat(WORDS.length)}`,
    ...cells.map((text, i) => `${text}  ${wordList(rows[i].words)}`.trimEnd()),
  ].join('\n');
}

/** The weights by change, largest first. */
const weightTable = ({ weights }: Schemas['SpiderReportDto']): string =>
  table([
    ['feature', 'shipped', 'learned'],
    ...[...weights]
      .sort((a, b) => Math.abs(b.learnt - b.shipped) - Math.abs(a.learnt - a.shipped))
      .map(({ feature, shipped, learnt }) => [feature, shipped.toFixed(2), learnt.toFixed(2)]),
  ]);

const TABLES = { links: binTable, 'page-classes': classTable, 'link-values': weightTable };
