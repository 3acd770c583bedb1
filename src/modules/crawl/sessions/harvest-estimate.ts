import { lowerBound, upperBound } from '../../../domain/base/binomial.js';
import { DEFAULT_CONFIDENCE, RECENT_PAGES } from '../../../domain/session/index.js';
import type { HarvestEstimateDto } from './dto/harvest-estimate.dto.js';
import type { Session } from './session.js';

/** The fields of a session needed for the estimate. */
type Harvested = Pick<
  Session,
  'config' | 'recentFetched' | 'recentRelevant' | 'windowFetched' | 'windowRelevant' | 'poorPages'
>;

/** The harvest rate of the last pages with its bounds; null before the first page. */
export function harvestEstimate(session: Harvested): HarvestEstimateDto | null {
  const { saturation: rule } = session.config;
  const window = rule?.window ?? RECENT_PAGES;
  const pages = rule === undefined ? session.recentFetched : session.windowFetched;
  const relevant = rule === undefined ? session.recentRelevant : session.windowRelevant;
  if (pages === 0) return null;
  const confidence = rule?.confidence ?? DEFAULT_CONFIDENCE;
  return {
    window,
    pages,
    relevant,
    rate: relevant / pages,
    lower: lowerBound(relevant, pages, confidence),
    upper: upperBound(relevant, pages, confidence),
    confidence,
    minHarvestRate: rule?.minHarvestRate ?? null,
    poorPages: rule?.confidence === undefined ? null : session.poorPages,
  };
}
