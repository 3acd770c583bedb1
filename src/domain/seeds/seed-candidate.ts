/**
 * Sources of seeds. `searxng`: a search engine; `stored`: the stored pages of the project; `shared-link`: relevant
 * pages of several domains link to it; `hub`: it links to several relevant pages of other domains; `sitemap`: in the
 * sitemap of a host with relevant pages.
 */
export const SEED_SOURCES = ['searxng', 'stored', 'shared-link', 'hub', 'sitemap'] as const;
export type SeedSource = (typeof SEED_SOURCES)[number];

/** One reason to propose a URL. */
export interface Finding {
  readonly source: SeedSource;
  /**
   * Distinguishes it from others of its source: the query, the linking domain, the linked page, or the host of the
   * sitemap.
   */
  readonly by: string;
}

/** A URL with all its findings. */
export interface FoundSeed {
  /** Canonical. */
  readonly url: string;
  readonly title: string;
  /** An excerpt of the page, or the texts of links to it. */
  readonly snippet: string;
  readonly findings: readonly Finding[];
}

/** A found URL with a model's judgement of its text. */
export interface JudgedSeed extends FoundSeed {
  /** Probability that the page is relevant, in [0, 1]. */
  readonly relevance: number;
  /** Whether the page itself was read, rather than only title, snippet and the words of the URL. */
  readonly read: boolean;
  /** Whether `relevance` reaches the threshold of the model. */
  readonly relevant: boolean;
}

/** A proposed seed. */
export interface SeedCandidate extends JudgedSeed {
  /** In [0, 1]. */
  readonly score: number;
  /** For people. */
  readonly reason: string;
}

/** Merges equal URLs with all their findings, in the order of their first finding. The first non-empty text is kept. */
export function mergeFindings(found: readonly FoundSeed[]): FoundSeed[] {
  const merged = new Map<string, FoundSeed>();
  for (const seed of found) {
    const known = merged.get(seed.url);
    if (known === undefined) {
      merged.set(seed.url, seed);
      continue;
    }
    const findings = new Map(
      [...known.findings, ...seed.findings].map((finding) => [`${finding.source} ${finding.by}`, finding]),
    );
    merged.set(seed.url, {
      url: seed.url,
      title: known.title || seed.title,
      snippet: known.snippet || seed.snippet,
      findings: [...findings.values()],
    });
  }
  return [...merged.values()];
}
