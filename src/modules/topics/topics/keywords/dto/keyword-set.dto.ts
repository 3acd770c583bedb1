import { Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { type KeywordKind, type KeywordOrigin } from '../../../../../domain/topic/index.js';
import { ApiField, Connection, InputField, Node, Page } from '../../../../../platform/api/index.js';
import { MAX_KEYWORDS } from '../keyword-intake.js';

export const KeywordKindEnum = { keyword: 'keyword', phrase: 'phrase' } as const;
const KeywordOriginEnum = { user: 'user', expanded: 'expanded' } as const;
registerEnumType(KeywordKindEnum, { name: 'KeywordKind', description: 'One word, or several in a row' });
registerEnumType(KeywordOriginEnum, { name: 'KeywordOrigin' });

@ObjectType('Keyword')
export class KeywordDto {
  @ApiField(String)
  text: string;

  @ApiField(KeywordKindEnum, {
    description: 'One word, or several in a row',
  })
  kind: KeywordKind;

  @ApiField(KeywordOriginEnum)
  origin: KeywordOrigin;

  @ApiField(Float, {
    description: '1 for keywords given by the user, otherwise the semantic similarity found by the expansion',
  })
  similarity: number;
}

@ObjectType('KeywordSet', {
  implements: () => [Node],
  description: "One version of a topic's keywords; it never changes",
})
export class KeywordSetSummaryDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(Int, { description: 'From 1' })
  version: number;

  @ApiField(Int, { description: 'Number of keywords' })
  size: number;

  @ApiField(Date)
  createdAt: Date;
}

/** A set with its keywords, for REST. */
export class KeywordSetDto extends KeywordSetSummaryDto {
  @ApiField([KeywordDto], { only: 'rest' })
  keywords: KeywordDto[];
}

export class KeywordSetPage extends Page(KeywordSetSummaryDto) {}

@ObjectType()
export class KeywordSetConnection extends Connection(KeywordSetSummaryDto, 'KeywordSet') {}

@InputType()
export class PutKeywordsInput {
  @InputField([String], {
    description: 'The whole new set. A text that the current set contains keeps its origin and similarity',
    minItems: 1,
    maxItems: MAX_KEYWORDS,
  })
  keywords: string[];
}
