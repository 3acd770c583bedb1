import { domainKey } from '../url/index.js';
import { type Finding, type JudgedSeed, SEED_SOURCES, type SeedCandidate, type SeedSource } from './seed-candidate.js';

export interface SeedOptions {
  /** Most candidates in total. */
  readonly most: number;
  /** Most per registrable domain: seeds should lead to many. */
  readonly perDomain: number;
}
export const DEFAULT_SEEDS: SeedOptions = { most: 50, perDomain: 3 };

function countOf(findings: readonly Finding[], source: SeedSource): number {
  return findings.filter((finding) => finding.source === source).length;
}

/**
 * The number of independent findings for a URL. Findings of one source depend on each other, because queries share
 * words, so n of them count as log2(1 + n); sources are added up.
 */
function supportOf(findings: readonly Finding[]): number {
  return SEED_SOURCES.reduce((sum, source) => sum + Math.log2(1 + countOf(findings, source)), 0);
}

/** Relevance times a factor for the support: half for one finding, three quarters for two, and so on. */
const scoreOf = ({ relevance, findings }: JudgedSeed): number => relevance * (1 - 2 ** -supportOf(findings));

const PHRASES: Readonly<Record<SeedSource, (count: number, by: string) => string>> = {
  searxng: (count, by) =>
    count === 1 ? `the search engine found it for ${by}` : `the search engine found it for ${count} queries`,
  stored: (count, by) => (count === 1 ? `it is stored, found by ${by}` : `it is stored, found in ${count} ways`),
  'shared-link': (count) => `relevant pages of ${count} domains link to it`,
  hub: (count) => `it links to ${count} relevant pages of other domains`,
  sitemap: (_, by) => `in the sitemap of ${by}, which has relevant pages`,
};

function reasonOf({ findings, relevance, read, relevant }: JudgedSeed): string {
  const found = SEED_SOURCES.flatMap((source) => {
    const count = countOf(findings, source);
    const by = findings.find((finding) => finding.source === source)?.by ?? '';
    return count === 0 ? [] : [PHRASES[source](count, by)];
  });
  const what = read ? 'its text' : 'its description';
  const judged = `${what} is ${relevant ? '' : 'not '}judged relevant (${relevance.toFixed(2)})`;
  const text = `${[...found, judged].join('; ')}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Scores URLs and keeps the best, a few per domain; among equals, the earlier ones. */
export function rankSeeds(found: readonly JudgedSeed[], { most, perDomain }: SeedOptions): SeedCandidate[] {
  const scored = found
    .map((seed) => ({ ...seed, score: scoreOf(seed), reason: reasonOf(seed) }))
    .sort((a, b) => b.score - a.score);
  const taken = new Map<string, number>();
  const kept: SeedCandidate[] = [];
  for (const seed of scored) {
    if (kept.length >= most) break;
    const domain = domainKey(seed.url, 'registrable-domain');
    const count = taken.get(domain) ?? 0;
    if (count >= perDomain) continue;
    taken.set(domain, count + 1);
    kept.push(seed);
  }
  return kept;
}
