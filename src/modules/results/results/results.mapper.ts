import { meaningOf } from '../../../domain/fetching/index.js';
import { helpAgainst } from '../../../domain/session/index.js';
import type { PathStepDto, PageWhyDto } from './dto/why.dto.js';
import type { LinkDto } from './dto/link.dto.js';
import type { OutcomeCountDto, SeriesPointDto } from './dto/series.dto.js';
import type { ChoiceRow } from './pages/pages.repository.js';
import type { OutcomeCount, StretchRow } from './reports/series.repository.js';

/**
 * The explanation as written by policies (domain/policies: Explanation), read from JSON, in which infinite numbers have
 * become null.
 */
interface StoredExplanation {
  readonly value?: number | null;
  readonly exploration?: boolean;
  readonly features?: Record<string, number>;
  readonly leaf?: { readonly id: number; readonly rules: string[] };
  readonly rank?: number;
  readonly options?: number;
  readonly terms?: Record<string, string | number | boolean>;
}

const textsOf = (terms: Readonly<Record<string, string | number | boolean>>): Record<string, string> =>
  Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)]));

export function toPageWhy(choice: ChoiceRow, link: LinkDto | null, path: PathStepDto[]): PageWhyDto {
  const why = (choice.why ?? {}) as StoredExplanation;
  return {
    policy: choice.policy,
    policyVersion: choice.policyVersion,
    value: why.value ?? null,
    exploration: why.exploration ?? false,
    features: why.features ?? null,
    leaf: why.leaf ?? null,
    rank: why.rank ?? null,
    options: why.options ?? null,
    terms: why.terms ? textsOf(why.terms) : null,
    chosenAfter: choice.chosenAfter,
    link,
    path,
  };
}

const rate = (relevant: number, fetched: number): number | null => (fetched === 0 ? null : relevant / fetched);

/** Sums the stretches up into curves. */
export function toSeries(stretches: readonly StretchRow[]): SeriesPointDto[] {
  const sums = { fetched: 0, relevant: 0, domainCount: 0, relevantDomainCount: 0, reward: 0 };
  return stretches.map((stretch) => {
    sums.fetched += stretch.fetched;
    sums.relevant += stretch.relevant;
    sums.domainCount += stretch.newDomains;
    sums.relevantDomainCount += stretch.newRelevantDomains;
    sums.reward += stretch.reward;
    return {
      completed: stretch.completed,
      at: stretch.at,
      ...sums,
      harvestRate: rate(sums.relevant, sums.fetched),
      stretchHarvestRate: rate(stretch.relevant, stretch.fetched),
    };
  });
}

/** Adds the meaning of the outcome and its remedy to a count. */
export const toOutcomeCount = ({ outcome, httpStatus, count }: OutcomeCount): OutcomeCountDto => ({
  ...{ outcome, httpStatus, count },
  means: meaningOf(outcome).means,
  help: helpAgainst(outcome, httpStatus),
});
