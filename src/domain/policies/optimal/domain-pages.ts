import { domainKey, type DomainGrouping } from '../../url/index.js';
import type { KnownWeb } from '../../webs/index.js';

/** The pages of each domain of a web, by the session's grouping into domains. */
export class DomainPages {
  private readonly names: readonly string[];
  private readonly pages = new Map<string, number[]>();

  constructor(web: KnownWeb, grouping: DomainGrouping) {
    const names = new Map<string, string>();
    this.names = Array.from({ length: web.graph.size }, (_, page) => {
      const name = domainKey(web.urlOf(page), grouping);
      // One string for all pages of a domain.
      const kept = names.get(name) ?? name;
      names.set(kept, kept);
      const pages = this.pages.get(kept);
      if (pages) pages.push(page);
      else this.pages.set(kept, [page]);
      return kept;
    });
  }

  /** The pages of a page's domain, including itself. */
  beside(page: number): readonly number[] {
    return this.pages.get(this.names[page]) ?? [];
  }
}
