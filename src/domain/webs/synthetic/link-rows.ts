/** The links of all pages in compressed rows, while they are made: each page has as many places as it is to have links. */
export class LinkRows {
  /** First place of each page; one entry more at the end. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  /** Places taken so far. */
  readonly filled: Uint32Array;

  constructor(degrees: Uint32Array) {
    this.starts = new Uint32Array(degrees.length + 1);
    for (let page = 0; page < degrees.length; page++) this.starts[page + 1] = this.starts[page] + degrees[page];
    this.targets = new Uint32Array(this.starts[degrees.length]);
    this.filled = new Uint32Array(degrees.length);
  }

  room(page: number): number {
    return this.starts[page + 1] - this.starts[page] - this.filled[page];
  }

  has(page: number, target: number): boolean {
    const end = this.starts[page] + this.filled[page];
    for (let at = this.starts[page]; at < end; at++) if (this.targets[at] === target) return true;
    return false;
  }

  add(page: number, target: number): void {
    this.targets[this.starts[page] + this.filled[page]++] = target;
  }

  /** A link of the page that was made already, undefined when there is none. */
  any(page: number, below: (bound: number) => number): number | undefined {
    const count = this.filled[page];
    return count === 0 ? undefined : this.targets[this.starts[page] + below(count)];
  }
}
