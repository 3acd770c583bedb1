/**
 * Most distinct n-grams counted at once; some 60 MB. Beyond it the rarest are dropped: frequent n-grams occur again.
 */
const MAX_NGRAMS = 500_000;

/** Counts of n-grams: their occurrences and the documents with them. Documents must come one after the other. */
export class NgramCounts {
  private readonly places = new Map<number, number>();
  private readonly keys: number[] = [];
  private readonly occurrences: number[] = [];
  private readonly documents: number[] = [];
  private readonly last: number[] = [];
  /** N-grams with at most this number of occurrences are dropped when room is needed. */
  private rare = 1;

  constructor(private readonly limit: number = MAX_NGRAMS) {}

  get size(): number {
    return this.places.size;
  }

  add(key: number, document: number): void {
    let place = this.places.get(key);
    if (place === undefined) {
      if (this.places.size >= this.limit) this.forgetRare();
      place = this.keys.push(key) - 1;
      this.places.set(key, place);
      this.occurrences.push(0);
      this.documents.push(0);
      this.last.push(-1);
    }
    this.occurrences[place]++;
    if (this.last[place] === document) return;
    this.last[place] = document;
    this.documents[place]++;
  }

  /** Frees at least half of the room. */
  private forgetRare(): void {
    const kept = new Map<number, number>();
    for (;;) {
      for (const [key, place] of this.places) if (this.occurrences[place] > this.rare) kept.set(key, place);
      if (kept.size <= this.limit / 2) break;
      kept.clear();
      this.rare++;
    }
    const lists = [this.keys, this.occurrences, this.documents, this.last];
    const places = [...kept.values()];
    for (const list of lists) {
      const values = places.map((place) => list[place]);
      list.length = 0;
      for (const value of values) list.push(value);
    }
    this.places.clear();
    this.keys.forEach((key, place) => this.places.set(key, place));
  }

  documentsOf(key: number): number {
    const place = this.places.get(key);
    return place === undefined ? 0 : this.documents[place];
  }

  occurrencesOf(key: number): number {
    const place = this.places.get(key);
    return place === undefined ? 0 : this.occurrences[place];
  }

  /** Index of a key's entry, from 0; -1 if absent. Valid until the next `add`. */
  placeOf(key: number): number {
    return this.places.get(key) ?? -1;
  }

  keyAt(place: number): number {
    return this.keys[place];
  }

  each(visit: (key: number, documents: number, occurrences: number) => void): void {
    this.keys.forEach((key, place) => visit(key, this.documents[place], this.occurrences[place]));
  }
}
