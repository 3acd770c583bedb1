import type { KeywordSetDto } from './dto/keyword-set.dto.js';
import type { KeywordSetContents } from './keyword-sets.service.js';

export function toKeywordSetDto(set: KeywordSetContents): KeywordSetDto {
  return { ...set, keywords: [...set.keywords] };
}
