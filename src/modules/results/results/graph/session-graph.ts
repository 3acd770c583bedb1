import { withRoom } from '../../../../domain/base/growable.js';
import { createWebGraph, type GraphMeasures, measureGraph } from '../../../../domain/webs/index.js';

/** The fields of a fetched page needed for the link graph. */
export interface GraphPage {
  readonly step: number;
  readonly urlNo: number;
  readonly finalUrlNo: number;
  readonly relevant: boolean;
  readonly linkCount: number;
}
export interface GraphSize {
  readonly pages: number;
  readonly links: number;
}

/**
 * The link graph of fetched pages, built from rows. Degrees count all links: from pages to any URL, and to any URL from
 * the pages.
 */
export class SessionGraph {
  private readonly pageOfUrl = new Map<number, number>();
  private readonly pageOfStep = new Map<number, number>();
  private readonly targets: Uint32Array[];
  private readonly out: Uint32Array;
  private into = new Uint32Array(0);
  private links = 0;

  constructor(private readonly pages: readonly GraphPage[]) {
    pages.forEach(({ step, urlNo, finalUrlNo }, page) => {
      this.pageOfStep.set(step, page);
      for (const url of [finalUrlNo, urlNo]) if (!this.pageOfUrl.has(url)) this.pageOfUrl.set(url, page);
    });
    this.targets = pages.map(() => new Uint32Array(0));
    this.out = new Uint32Array(pages.length);
  }

  /** @param urlNos targets of the page, each once */
  add(step: number, urlNos: readonly number[]): void {
    const page = this.pageOfStep.get(step);
    if (page === undefined) return;
    this.out[page] = urlNos.length;
    this.links += urlNos.length;
    const targets = new Set<number>();
    for (const url of urlNos) {
      this.into = withRoom(this.into, url + 1);
      this.into[url]++;
      const target = this.pageOfUrl.get(url);
      if (target !== undefined && target !== page) targets.add(target);
    }
    this.targets[page] = Uint32Array.from(targets);
  }

  /** Links of the pages, with several links from a page to a URL counted once. */
  get linkCount(): number {
    return this.links;
  }

  measure(): Generator<void, GraphMeasures> {
    return measureGraph(createWebGraph(this.targets), {
      isRelevant: (page) => this.pages[page].relevant,
      degrees: { out: this.out, into: this.into.filter((degree) => degree > 0) },
    });
  }
}
