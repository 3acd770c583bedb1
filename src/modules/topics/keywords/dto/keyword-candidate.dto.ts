import { ArgsType, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  type CandidateMethod,
  DEFAULT_SUGGESTIONS,
  type KeywordVerdict,
  type KeywordKind,
} from '../../../../domain/topic/index.js';
import { ApiField, Connection, InputField, Node, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { type CandidateStatus, MAX_DECISIONS } from '../keyword-candidate.js';
import { KeywordKindEnum } from './keyword-set.dto.js';

export const CandidateMethodEnum = { tres: 'tres', rake: 'rake', collocation: 'collocation', seed: 'seed' } as const;
const CandidateStatusEnum = { pending: 'pending', accepted: 'accepted', rejected: 'rejected' } as const;
export const KeywordVerdictEnum = { helps: 'helps', neutral: 'neutral', hurts: 'hurts', unseen: 'unseen' } as const;
registerEnumType(CandidateMethodEnum, {
  name: 'CandidateMethod',
  description: 'How a candidate was found; seed: in the seed pages',
});
registerEnumType(CandidateStatusEnum, { name: 'CandidateStatus' });
registerEnumType(KeywordVerdictEnum, {
  name: 'KeywordVerdict',
  description: 'What a keyword does to telling relevant pages from others',
});

@ObjectType('SearchedDocuments')
export class SearchedDocumentsDto {
  @ApiField(Int)
  relevant: number;

  @ApiField(Int, { description: 'Irrelevant examples' })
  others: number;

  @ApiField(Int, { description: 'General texts' })
  background: number;
}

/** What is known of a candidate, wherever it is told. */
@ObjectType({ isAbstract: true })
export class MeasuredCandidateDto {
  @ApiField(String)
  text: string;

  @ApiField(KeywordKindEnum)
  kind: KeywordKind;

  @ApiField(CandidateMethodEnum, {
    description: "`tres`: a word by TRES's expansion; `rake`, `collocation`: a phrase; `seed`: found in the seed pages",
  })
  method: CandidateMethod;

  @ApiField(Float, {
    description: 'Mean cosine with the keywords it was found by; null where its words have no vectors',
    nullable: true,
  })
  similarity: number | null;

  @ApiField(Float, {
    description: 'How much more frequent in relevant pages than in others, bits: 0 as frequent, 1 twice as frequent',
  })
  lift: number;

  @ApiField(Int, { description: 'Relevant documents it stands in' })
  relevantDocuments: number;

  @ApiField(Int, { description: 'Irrelevant examples it stands in' })
  otherDocuments: number;

  @ApiField(Int, { description: 'General texts it stands in' })
  backgroundDocuments: number;

  @ApiField(KeywordVerdictEnum, { description: 'Within the keywords it would join' })
  verdict: KeywordVerdict;

  @ApiField(String)
  reason: string;
}

@ObjectType('KeywordCandidate', { implements: () => [Node], description: 'A word or phrase that may become a keyword' })
export class KeywordCandidateDto extends MeasuredCandidateDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(CandidateStatusEnum)
  status: CandidateStatus;

  @ApiField(SearchedDocumentsDto, { description: 'Documents looked at' })
  searched: SearchedDocumentsDto;

  @ApiField(Int, { description: 'The version it came into the keywords with', nullable: true })
  keywordSetVersion: number | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { description: 'Measured anew, or decided' })
  updatedAt: Date;
}

export class KeywordCandidatePage extends Page(KeywordCandidateDto) {}

@ObjectType()
export class KeywordCandidateConnection extends Connection(KeywordCandidateDto, 'KeywordCandidate') {}

@ArgsType()
export class KeywordCandidateArgs extends PageArgs {
  @QueryField(CandidateStatusEnum, { description: 'Whether it is decided, and how', optional: true })
  status?: CandidateStatus | null;

  @QueryField(CandidateMethodEnum, { description: 'How it was found', optional: true })
  method?: CandidateMethod | null;
}

@InputType()
export class DecideCandidatesInput {
  @InputField([String], {
    description: 'Ids or texts of candidates that become keywords',
    optional: true,
    maxItems: MAX_DECISIONS,
  })
  accept?: string[] | null;

  @InputField([String], {
    description:
      'Ids or texts of candidates that no later expansion is to find; an accepted one is taken out of the keywords',
    optional: true,
    maxItems: MAX_DECISIONS,
  })
  reject?: string[] | null;
}

@ObjectType('CandidateDecisions', { description: 'What became of the candidates of a decision' })
export class DecisionReportDto {
  @ApiField(Int, {
    description: 'Version of the keywords that is current afterwards; null while there are none',
    nullable: true,
  })
  keywordSetVersion: number | null;

  @ApiField(Int)
  accepted: number;

  @ApiField(Int)
  rejected: number;

  @ApiField(Int, { description: 'Decided so before' })
  unchanged: number;
}

@InputType()
export class SuggestKeywordsInput {
  @InputField(Boolean, {
    description: 'true: the suggestions make a new version of the keywords; false: they wait for a decision',
    default: false,
  })
  apply: boolean = false;

  @InputField(Int, {
    description: 'Words suggested at most',
    optional: true,
    default: DEFAULT_SUGGESTIONS.maxKeywords,
    minimum: 1,
    maximum: 300,
  })
  maxKeywords?: number;

  @InputField(Int, {
    description: 'Phrases suggested at most',
    optional: true,
    default: DEFAULT_SUGGESTIONS.maxPhrases,
    minimum: 0,
    maximum: 300,
  })
  maxPhrases?: number;
}
