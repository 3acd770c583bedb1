import { TABLE_SCOPE, type TagInfo } from './tags.js';
import type { TextFlow } from './text-flow.js';

/** Notes which blocks of a page's text are whole cells of its tables. */
export class TableCells {
  /** The numbers of the tables around the current position, and the number of blocks before each of their cells. */
  private readonly tables: number[] = [];
  private readonly cells: number[] = [];
  private count = 0;

  constructor(private readonly flow: TextFlow) {}

  begin({ name, flags }: TagInfo): void {
    if (name === 'table') this.tables.push(++this.count);
    else if ((flags & TABLE_SCOPE) !== 0) this.cells.push(this.flow.blocks.length);
  }

  end({ name, flags }: TagInfo): void {
    if (name === 'table') this.tables.pop();
    else if ((flags & TABLE_SCOPE) !== 0) this.flow.endCell(this.tables.at(-1) ?? 0, this.cells.pop() ?? 0);
  }
}
