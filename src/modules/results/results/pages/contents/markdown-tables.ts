import type TurndownService from 'turndown';
import { codeOf, codeSpan, isNumbers, ruleIn } from './markdown-text.js';

/** Facts about a table's rows, complete by the time the table itself is written. */
interface TableFacts {
  /**
   * Whether it serves only layout: it has one column, or one of code beside its numbers, or contains tables. Its cells
   * are written one after another.
   */
  readonly isLayout: boolean;
  columns: number;
  /** Of the current row: number of written columns. */
  column: number;
  /** Rows that cells of earlier rows still span, by column. */
  readonly reaching: number[];
  /** Empty cells still allowed for cells that span several rows or columns. */
  room: number;
  /** Of the columns of its first row, or of its head's. */
  alignments: readonly string[] | null;
  /** Rows of the first head and foot, which browsers show first and last wherever they stand (CSS 2.2, 17.2). */
  head: string | null;
  foot: string | null;
}

/** Most empty cells of a table in addition to its own cells. */
const MAX_ADDED = 10_000;
const MAX_SPAN = 50;

const NO_CELL = new Set('H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE HR'.split(' '));

const SEPARATORS: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };

/**
 * Tables of GitHub's Markdown. The first row is the head, because Markdown requires one.
 *
 * Own rules, because the plug-ins of turndown inspect the whole table for each of its cells: one with 40 000 cells took
 * minutes.
 */
export function tables(service: TurndownService): void {
  const known = new WeakMap<Node, TableFacts>();
  const factsOf = (part: Node): TableFacts | null => {
    let table: Node | null = part;
    while (table !== null && table.nodeName !== 'TABLE') table = table.parentNode;
    if (table === null) return null;
    const facts = known.get(table) ?? {
      isLayout: isLayout(table as HTMLElement),
      columns: 0,
      column: 0,
      reaching: [],
      room: MAX_ADDED,
      alignments: null,
      head: null,
      foot: null,
    };
    known.set(table, facts);
    return facts;
  };
  const rule = ruleIn(service);

  rule('tableCell', ['th', 'td'], (content, cell) => {
    const facts = factsOf(cell);
    if (facts?.isLayout !== false) return isBesideCode(cell) ? '' : `\n\n${content}\n\n`;
    const before = reachedInto(facts);
    const [columns, rows] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
    const added = Math.min(facts.room, columns - 1);
    facts.room -= added;
    if (rows > 1) for (let i = 0; i <= added; i++) facts.reaching[facts.column + i] = rows - 1;
    facts.column += 1 + added;
    return `${before}| ${oneLine(content)} ${EMPTY.repeat(added)}`;
  });
  // A cell is one line, in which there are no fences.
  rule(
    'tableCode',
    (node) => node.nodeName === 'PRE' && factsOf(node)?.isLayout === false,
    (_, pre) => `\n\n${codeOf(pre).replace(/\n$/, '').split('\n').map(codeSpan).join('\n')}\n\n`,
  );
  // Cells cannot contain headings, lists and quotes either: their contents become lines.
  rule(
    'tableBlock',
    (node) => NO_CELL.has(node.nodeName) && factsOf(node)?.isLayout === false,
    (content, node) => (node.nodeName === 'HR' ? '\n\n' : `\n\n${content}\n\n`),
  );
  rule('tableRow', 'tr', (content, row) => {
    const facts = factsOf(row);
    if (facts?.isLayout !== false) return content;
    const cells = cellsOf(row);
    const after = reachedInto(facts);
    facts.columns = Math.max(facts.columns, facts.column);
    facts.column = 0;
    const isHead = row.parentNode?.nodeName === 'THEAD' && row.previousSibling === null && facts.head === null;
    if (facts.alignments === null || isHead) facts.alignments = cells.flatMap(alignmentsOf);
    return cells.length === 0 ? '' : `\n${content}${after}|`;
  });
  rule('tablePart', ['thead', 'tbody', 'tfoot'], (content, part) => {
    const facts = factsOf(part);
    const place = part.nodeName === 'THEAD' ? 'head' : 'foot';
    if (facts?.isLayout !== false || part.nodeName === 'TBODY' || facts[place] !== null) return content;
    facts[place] = content;
    return '';
  });
  rule('tableCaption', 'caption', (content) => `\n\n${content}\n\n`);
  rule('table', 'table', (content, table) => {
    const facts = factsOf(table);
    if (facts?.isLayout !== false) return `\n\n${content}\n\n`;
    const lines = `${facts.head ?? ''}\n${content}\n${facts.foot ?? ''}`.split('\n').filter((line) => line !== '');
    const [head, ...body] = lines.filter((line) => line.startsWith('| '));
    const caption = lines.filter((line) => !line.startsWith('| '));
    if (head === undefined) return `\n\n${lines.join('\n')}\n\n`;
    const { columns, alignments } = facts;
    const missing = ' |'.repeat(Math.max(0, columns - (alignments?.length ?? 0)));
    const separators = Array.from({ length: columns }, (_, i) => SEPARATORS[alignments?.[i] ?? ''] ?? '---');
    const rows = [`${head}${missing}`, `| ${separators.join(' | ')} |`, ...body];
    return `\n\n${[...caption, ...(caption.length > 0 ? [''] : []), ...rows].join('\n')}\n\n`;
  });
}

function alignmentsOf(cell: HTMLElement): string[] {
  const alignment = cell.getAttribute('align')?.toLowerCase() ?? '';
  return Array.from({ length: spanOf(cell, 'colspan') }, () => alignment);
}

const EMPTY = '|  ';

/** Empty cells where cells of earlier rows span the current row, at the current column. */
function reachedInto(facts: TableFacts): string {
  const from = facts.column;
  while ((facts.reaching[facts.column] ?? 0) > 0 && facts.room > 0) {
    facts.reaching[facts.column++]--;
    facts.room--;
  }
  return EMPTY.repeat(facts.column - from);
}

/** Number of columns or rows that a cell spans. */
function spanOf(cell: Node, name: 'colspan' | 'rowspan'): number {
  const span = Number((cell as HTMLElement).getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1;
}

function cellsOf(row: Node): HTMLElement[] {
  const cells: HTMLElement[] = [];
  for (let child = row.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeName === 'TD' || child.nodeName === 'TH') cells.push(child as HTMLElement);
  return cells;
}

/** Whether a cell numbers the lines of the code in the next one. */
function isBesideCode(cell: Node): boolean {
  const cells = cell.parentNode === null ? [] : cellsOf(cell.parentNode);
  const [code] = cells.slice(1);
  return cells.length === 2 && cells[0] === cell && code.getElementsByTagName('pre').length > 0 && isNumbers(cell);
}

function isLayout(table: HTMLElement): boolean {
  if (table.getElementsByTagName('table').length > 0) return true;
  return Array.from(table.getElementsByTagName('tr')).every((row) => {
    const [first, second] = cellsOf(row);
    return second === undefined || isBesideCode(first);
  });
}

const oneLine = (content: string): string =>
  content
    .trim()
    .replace(/\s*\n\s*/g, '<br>')
    .replaceAll('|', '\\|');
