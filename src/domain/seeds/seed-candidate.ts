/**
 * Where a seed was found. `searxng`: by a search engine; `stored`: among the stored pages of the project; `shared-link`: relevant pages of several domains
 * link to it; `hub`: it links to several relevant pages of other domains; `sitemap`: in the sitemap of a host with relevant pages.
 */
export const SEED_SOURCES = ['searxng', 'stored', 'shared-link', 'hub', 'sitemap'] as const;
export type SeedSource = (typeof SEED_SOURCES)[number];

/** One reason to propose a URL. */
export interface Finding {
  readonly source: SeedSource;
  /** What tells it from others of its source: the query, the domain that links, the page that is linked to, the host whose sitemap it is. */
  readonly by: string;
}

/** A URL with all that speaks for it. */
export interface FoundSeed {
  /** Canonical. */
  readonly url: string;
  readonly title: string;
  /** Some words of the page, or of the links to it. */
  readonly snippet: string;
  readonly findings: readonly Finding[];
}

/** A found URL with what a model made of its text. */
export interface JudgedSeed extends FoundSeed {
  /** Probability that the page is relevant, in [0, 1]. */
  readonly relevance: number;
  /** Whether the page itself was read; otherwise only title, snippet and the words of the URL were. */
  readonly read: boolean;
  /** Whether `relevance` reaches the threshold of the model. */
  readonly relevant: boolean;
}

/** A seed as it is proposed. */
export interface SeedCandidate extends JudgedSeed {
  /** In [0, 1]. */
  readonly score: number;
  /** For people. */
  readonly reason: string;
}

/** The same URLs together, each with all findings, in the order of their first finding. The first text that is not empty stays. */
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
