import type TurndownService from 'turndown';
import { codeSpan } from './markdown-text.js';

/** What a table's rows have told by the time that it is written itself. */
interface TableFacts {
  /** Only there to place things: it has one column, or other tables in it. Its cells are written one after the other. */
  readonly isLayout: boolean;
  columns: number;
  /** Of the columns of its first row. */
  alignments: readonly string[] | null;
}

const SEPARATORS: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };

/**
 * Tables of GitHub's Markdown. The first row is the head: Markdown has no tables without.
 *
 * Our own rules, as the plug-ins of turndown look at the whole table for each of its cells: one of 40 000 cells took them minutes.
 */
export function tables(service: TurndownService): void {
  const known = new WeakMap<Node, TableFacts>();
  const factsOf = (part: Node): TableFacts | null => {
    let table: Node | null = part;
    while (table !== null && table.nodeName !== 'TABLE') table = table.parentNode;
    if (table === null) return null;
    const facts = known.get(table) ?? { isLayout: isLayout(table as HTMLElement), columns: 0, alignments: null };
    known.set(table, facts);
    return facts;
  };
  const rule = (name: string, filter: TurndownService.Filter, replacement: TurndownService.ReplacementFunction): void =>
    void service.addRule(name, { filter, replacement });

  rule('tableCell', ['th', 'td'], (content, cell) =>
    factsOf(cell)?.isLayout === false ? `| ${oneLine(content)} ` : `\n\n${content}\n\n`,
  );
  // A cell is one line, in which there are no fences.
  rule(
    'tableCode',
    (node) => node.nodeName === 'PRE' && factsOf(node)?.isLayout === false,
    (_, pre) => pre.textContent.split('\n').map(codeSpan).join('\n'),
  );
  rule('tableRow', 'tr', (content, row) => {
    const facts = factsOf(row);
    if (facts?.isLayout !== false) return content;
    const cells = cellsOf(row);
    facts.columns = Math.max(facts.columns, cells.length);
    facts.alignments ??= cells.map((cell) => cell.getAttribute('align')?.toLowerCase() ?? '');
    return cells.length === 0 ? '' : `\n${content}|`;
  });
  rule('tablePart', ['thead', 'tbody', 'tfoot'], (content) => content);
  rule('tableCaption', 'caption', (content) => `\n\n${content}\n\n`);
  rule('table', 'table', (content, table) => {
    const facts = factsOf(table);
    if (facts?.isLayout !== false) return `\n\n${content}\n\n`;
    const lines = content.split('\n').filter((line) => line !== '');
    const [head, ...body] = lines.filter((line) => line.startsWith('| '));
    const caption = lines.filter((line) => !line.startsWith('| '));
    if (head === undefined) return `\n\n${content}\n\n`;
    const { columns, alignments } = facts;
    const missing = ' |'.repeat(columns - (alignments?.length ?? 0));
    const separators = Array.from({ length: columns }, (_, i) => SEPARATORS[alignments?.[i] ?? ''] ?? '---');
    const rows = [`${head}${missing}`, `| ${separators.join(' | ')} |`, ...body];
    return `\n\n${[...caption, ...(caption.length > 0 ? [''] : []), ...rows].join('\n')}\n\n`;
  });
}

function cellsOf(row: Node): HTMLElement[] {
  const cells: HTMLElement[] = [];
  for (let child = row.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeName === 'TD' || child.nodeName === 'TH') cells.push(child as HTMLElement);
  return cells;
}

function isLayout(table: HTMLElement): boolean {
  if (table.getElementsByTagName('table').length > 0) return true;
  for (const row of Array.from(table.getElementsByTagName('tr'))) if (cellsOf(row).length > 1) return false;
  return true;
}

const oneLine = (content: string): string =>
  content
    .trim()
    .replace(/\s*\n\s*/g, '<br>')
    .replaceAll('|', '\\|');
