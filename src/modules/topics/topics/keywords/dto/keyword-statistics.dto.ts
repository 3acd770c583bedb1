import { ArgsType, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { type KeywordVerdict } from '../../../../../domain/topic/index.js';
import { ApiField, QueryField } from '../../../../../platform/api/index.js';
import { DEFAULT_STATISTICS_PAGES, MAX_STATISTICS_PAGES } from '../keyword-statistics.service.js';
import { KeywordVerdictEnum } from './keyword-candidate.dto.js';

const SESSION = 'Also count in the pages of this session, relevant or not as the session judged them';

@ArgsType()
export class KeywordStatisticsArgs {
  @QueryField(ID, { description: SESSION, optional: true })
  sessionId?: string | null;

  @QueryField(Int, {
    description: 'Maximum number of pages of each class that are read',
    default: DEFAULT_STATISTICS_PAGES,
    minimum: 1,
    maximum: MAX_STATISTICS_PAGES,
  })
  pages: number = DEFAULT_STATISTICS_PAGES;
}

@ObjectType('KeywordCounts', { description: 'Keywords in documents' })
export class KeywordCountsDto {
  @ApiField(Int, { description: 'Number of pages that were read; a sample if there are more' })
  documents: number;

  @ApiField(Float, { description: 'Occurrences of keywords per page' })
  meanCount: number;

  @ApiField(Float, { description: 'Different keywords per page' })
  meanDistinct: number;

  @ApiField(Float, { description: 'Share of the pages that contain a keyword' })
  share: number;

  @ApiField(Float, { description: 'Words per page' })
  meanWords: number;
}

@ObjectType('KeywordPresence', { description: 'Keywords in the pages of one class' })
class KeywordPresenceDto extends KeywordCountsDto {
  @ApiField(Int, { description: 'Number of pages of this class in all' })
  total: number;
}

@ObjectType('KeywordJudgement')
class KeywordJudgementDto {
  @ApiField(String)
  text: string;

  @ApiField(Int, { description: 'Number of relevant pages that contain it' })
  relevantDocuments: number;

  @ApiField(Int, { description: 'Number of other pages that contain it' })
  otherDocuments: number;

  @ApiField(Float, {
    description: 'Average precision when pages are ranked by their keywords: with this keyword minus without it',
  })
  effect: number;

  @ApiField(KeywordVerdictEnum)
  verdict: KeywordVerdict;

  @ApiField(String, { description: 'Why' })
  reason: string;
}

@ObjectType('SourceKeywordStatistics')
class SourceStatisticsDto {
  @ApiField(KeywordPresenceDto)
  relevant: KeywordPresenceDto;

  @ApiField(KeywordPresenceDto)
  others: KeywordPresenceDto;

  @ApiField(Float, { description: 'Of the pages ranked by their keywords; 0 if one class is empty' })
  averagePrecision: number;

  @ApiField([KeywordJudgementDto], { description: 'In the order of the set' })
  keywords: KeywordJudgementDto[];
}

@ObjectType('SessionKeywordStatistics')
class SessionStatisticsDto extends SourceStatisticsDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField(Int, { description: 'The version that the session used' })
  keywordSetVersion: number;
}

@ObjectType('KeywordSetStatistics', {
  description: 'How often the keywords occur in relevant and in other pages, and which of them help',
})
export class KeywordSetStatisticsDto {
  @ApiField(ID)
  topicId: string;

  @ApiField(Int)
  version: number;

  @ApiField(SourceStatisticsDto, { description: 'Counts in the labelled examples that have text' })
  examples: SourceStatisticsDto;

  @ApiField(SessionStatisticsDto, { description: SESSION, nullable: true })
  session: SessionStatisticsDto | null;
}
