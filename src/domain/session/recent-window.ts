/** Whether each of the last `capacity` pages was relevant. Capacity 0 remembers nothing. */
export class RecentWindow {
  private outcomes: boolean[] = [];
  private at = 0;
  hits = 0;

  constructor(private readonly capacity: number) {}

  get length(): number {
    return this.outcomes.length;
  }

  get isFull(): boolean {
    return this.capacity > 0 && this.outcomes.length === this.capacity;
  }

  push(hit: boolean): void {
    if (this.capacity === 0) return;
    if (this.outcomes.length < this.capacity) this.outcomes.push(hit);
    else {
      if (this.outcomes[this.at]) this.hits--;
      this.outcomes[this.at] = hit;
    }
    if (hit) this.hits++;
    this.at = (this.at + 1) % this.capacity;
  }

  /** Oldest first. */
  save(): Uint8Array {
    const full = this.outcomes.length === this.capacity;
    const ordered = full ? [...this.outcomes.slice(this.at), ...this.outcomes.slice(0, this.at)] : this.outcomes;
    return Uint8Array.from(ordered, Number);
  }

  restore(saved: Uint8Array): void {
    this.outcomes = [];
    this.at = 0;
    this.hits = 0;
    for (const hit of saved) this.push(hit === 1);
  }
}
