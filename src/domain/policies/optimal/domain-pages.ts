import { domainKey, type DomainGrouping } from '../../url/index.js';
import type { KnownWeb } from '../../webs/index.js';

/** The pages of each domain of a web, as the session gathers them into domains. */
export class DomainPages {
  private readonly names: readonly string[];
  private readonly pages = new Map<string, number[]>();

  constructor(web: KnownWeb, grouping: DomainGrouping) {
    const names = new Map<string, string>();
    this.names = Array.from({ length: web.graph.size }, (_, page) => {
      const name = domainKey(web.urlOf(page), grouping);
      // One text for all pages of a domain.
      const kept = names.get(name) ?? name;
      names.set(kept, kept);
      const pages = this.pages.get(kept);
      if (pages) pages.push(page);
      else this.pages.set(kept, [page]);
      return kept;
    });
  }

  /** The pages of the domain of a page, itself included. */
  beside(page: number): readonly number[] {
    return this.pages.get(this.names[page]) ?? [];
  }
}
