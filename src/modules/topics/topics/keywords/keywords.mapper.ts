import type { KeywordCandidateDto } from './dto/keyword-candidate.dto.js';
import type { KeywordSetDto } from './dto/keyword-set.dto.js';
import type { KeywordSetStatisticsDto } from './dto/keyword-statistics.dto.js';
import type { StoredCandidate } from './keyword-candidate.js';
import type { KeywordSetContents } from './keyword-sets.service.js';
import type { KeywordSetStatistics } from './keyword-statistics.service.js';

export function toKeywordSetDto(set: KeywordSetContents): KeywordSetDto {
  return { ...set, keywords: [...set.keywords] };
}

export function toStatisticsDto({
  topicId,
  version,
  examples,
  session,
}: KeywordSetStatistics): KeywordSetStatisticsDto {
  return {
    topicId,
    version,
    examples: { ...examples, keywords: [...examples.keywords] },
    session: session && { ...session, keywords: [...session.keywords] },
  };
}

/** A candidate for clients, without its internal stems. */
export function toCandidateDto({ stems: _, searched, ...candidate }: StoredCandidate): KeywordCandidateDto {
  return { ...candidate, searched: { ...searched } };
}
