/** Maps names to dense numbers in order of first use: domains, hosts and tag paths of one session. */
export class NameTable {
  private readonly numbers = new Map<string, number>();
  private readonly names: string[] = [];

  get size(): number {
    return this.names.length;
  }

  /** The name's number; a new name gets the next one. */
  intern(name: string): number {
    let no = this.numbers.get(name);
    if (no === undefined) {
      no = this.names.length;
      this.numbers.set(name, no);
      this.names.push(name);
    }
    return no;
  }

  /** The number of a known name. */
  find(name: string): number | undefined {
    return this.numbers.get(name);
  }

  nameOf(no: number): string {
    return this.names[no];
  }

  save(): string[] {
    return this.names.slice();
  }

  restore(names: readonly string[]): void {
    this.numbers.clear();
    this.names.length = 0;
    for (const name of names) this.intern(name);
  }
}
