import { DEFAULT_PARSE_LIMITS, parsePage, tellingText, type PageLink, type ParsedPage } from '../page/index.js';
import type { DocumentText, RelevanceModel } from '../relevance/relevance-model.js';
import { canonicalUrl } from '../url/index.js';
import type { SessionConfig } from './session-config.js';
import type { StepFacts, StepPlan } from './step.js';

/** The part of a fetcher's answer that digesting reads: `engine/ports` FetchOutcome, seen from the domain. */
export interface FetchedFacts {
  readonly kind: string;
  readonly finalUrl: string;
  readonly redirects: readonly string[];
  readonly httpStatus: number | null;
  readonly fetchedAt: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly html?: string;
  readonly contentType?: string;
  readonly charset?: string;
  readonly truncated?: boolean;
  readonly rendered?: boolean;
  readonly message?: string;
}

/** Decides whether a page is relevant. The second argument lets a recorded web answer from labels. */
export interface Judge {
  judge(document: DocumentText, url: string): { readonly score: number; readonly relevant: boolean };
}

/** Judges by a relevance model's score against its threshold. */
export function judgeByModel(model: RelevanceModel): Judge {
  return {
    judge: (document) => {
      const score = model.score(document);
      return { score, relevant: score >= model.threshold };
    },
  };
}

export const documentOf = (page: ParsedPage, url: string): DocumentText => ({
  url,
  title: page.title,
  description: page.description,
  text: tellingText(page),
});

/**
 * Parses and judges what a fetch brought (architecture: a crawl step as data, 3). Pure: the same outcome gives the same facts.
 *
 * @param free whether the outcome cost no request
 */
export function digestStep(plan: StepPlan, outcome: FetchedFacts, free: boolean, config: SessionConfig, judge: Judge): StepFacts {
  const finalUrl = canonicalUrl(outcome.finalUrl) ?? outcome.finalUrl;
  const common = {
    step: plan.step,
    outcome: outcome.kind,
    free,
    message: outcome.message ?? null,
    finalUrl,
    redirects: outcome.redirects,
    httpStatus: outcome.httpStatus,
    contentType: outcome.contentType ?? null,
    charset: outcome.charset ?? null,
    fetchedAt: outcome.fetchedAt,
    durationMs: Math.round(outcome.durationMs),
    bytes: outcome.bytes,
    rendered: outcome.rendered ?? false,
  };
  if (outcome.kind !== 'page' || outcome.html === undefined) {
    return { ...common, truncated: false, page: null, links: [], score: 0, relevant: false };
  }
  const page = parsePage(outcome.html, finalUrl, { ...DEFAULT_PARSE_LIMITS, maxLinks: config.maxLinksPerPage });
  const verdict = judge.judge(documentOf(page, finalUrl), finalUrl);
  return {
    ...common,
    truncated: (outcome.truncated ?? false) || page.truncated,
    page,
    links: page.nofollow ? page.links.map((link): PageLink => ({ ...link, nofollow: true })) : page.links,
    score: verdict.score,
    relevant: verdict.relevant,
  };
}
