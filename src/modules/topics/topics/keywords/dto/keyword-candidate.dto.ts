import { ArgsType, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  type CandidateMethod,
  DEFAULT_SUGGESTIONS,
  type KeywordVerdict,
  type KeywordKind,
} from '../../../../../domain/topic/index.js';
import {
  ApiField,
  Connection,
  InputField,
  Node,
  Page,
  PageArgs,
  QueryField,
} from '../../../../../platform/api/index.js';
import { MAX_DECISIONS } from '../../candidate-decisions.js';
import type { CandidateState } from '../keyword-candidate.js';
import { KeywordKindEnum } from './keyword-set.dto.js';

const CandidateMethodEnum = { tres: 'tres', rake: 'rake', collocation: 'collocation', seed: 'seed' } as const;
export const CandidateStateEnum = { pending: 'pending', accepted: 'accepted', rejected: 'rejected' } as const;
export const KeywordVerdictEnum = { helps: 'helps', neutral: 'neutral', hurts: 'hurts', unseen: 'unseen' } as const;
registerEnumType(CandidateMethodEnum, {
  name: 'CandidateMethod',
  description: 'How a candidate was found; seed: in the seed pages',
});
registerEnumType(CandidateStateEnum, { name: 'CandidateState' });
registerEnumType(KeywordVerdictEnum, {
  name: 'KeywordVerdict',
  description: 'Whether a keyword helps to separate relevant pages from others',
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

/** The common fields of candidates. */
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
    description: 'Mean cosine with the keywords by which it was found; null if its words have no vectors',
    nullable: true,
  })
  similarity: number | null;

  @ApiField(Float, {
    description:
      'How much more frequent it is in relevant pages than in others, in bits. 0: equally frequent, 1: twice as frequent',
  })
  lift: number;

  @ApiField(Int, { description: 'Number of relevant documents that contain it' })
  relevantDocuments: number;

  @ApiField(Int, { description: 'Number of irrelevant examples that contain it' })
  otherDocuments: number;

  @ApiField(Int, { description: 'Number of general texts that contain it' })
  backgroundDocuments: number;

  @ApiField(KeywordVerdictEnum, { description: 'Effect that it would have as one of the keywords' })
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

  @ApiField(CandidateStateEnum)
  state: CandidateState;

  @ApiField(SearchedDocumentsDto, { description: 'Number of documents that were read' })
  searched: SearchedDocumentsDto;

  @ApiField(Int, { description: 'The version of the keywords in which it was first included', nullable: true })
  keywordSetVersion: number | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { description: 'Time of the last measurement or decision' })
  updatedAt: Date;
}

export class KeywordCandidatePage extends Page(KeywordCandidateDto) {}

@ObjectType()
export class KeywordCandidateConnection extends Connection(KeywordCandidateDto, 'KeywordCandidate') {}

@ArgsType()
export class KeywordCandidateArgs extends PageArgs {
  @QueryField(CandidateStateEnum, { description: 'Whether it was decided, and how', optional: true })
  state?: CandidateState | null;

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
      'Ids or texts of candidates that later expansions should not find. A candidate that was accepted is removed from the keywords',
    optional: true,
    maxItems: MAX_DECISIONS,
  })
  reject?: string[] | null;
}

@ObjectType('CandidateDecisions', { description: 'Result of a decision on candidates' })
export class DecisionReportDto {
  @ApiField(Int, {
    description: 'Version of the keywords after the decision; null if there are none',
    nullable: true,
  })
  keywordSetVersion: number | null;

  @ApiField(Int)
  accepted: number;

  @ApiField(Int)
  rejected: number;

  @ApiField(Int, { description: 'Candidates for which the same decision was made before' })
  unchanged: number;
}

@InputType()
export class SuggestKeywordsInput {
  @InputField(Boolean, {
    description: 'true: the suggestions make a new version of the keywords. false: they wait for a decision',
    default: false,
  })
  apply: boolean = false;

  @InputField(Int, {
    description: 'Maximum number of words',
    optional: true,
    default: DEFAULT_SUGGESTIONS.maxKeywords,
    minimum: 1,
    maximum: 300,
  })
  maxKeywords?: number | null;

  @InputField(Int, {
    description: 'Maximum number of phrases',
    optional: true,
    default: DEFAULT_SUGGESTIONS.maxPhrases,
    minimum: 0,
    maximum: 300,
  })
  maxPhrases?: number | null;
}
