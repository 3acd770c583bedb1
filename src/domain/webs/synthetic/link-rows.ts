/** The links of all pages in compressed rows, under construction: each page has a place per planned link. */
export class LinkRows {
  /** First place of each page; one extra entry at the end. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  /** Number of places in use. */
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

  /** A random existing link of the page, undefined if there is none. */
  any(page: number, below: (bound: number) => number): number | undefined {
    const count = this.filled[page];
    return count === 0 ? undefined : this.targets[this.starts[page] + below(count)];
  }
}
