import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString } from 'class-validator';
import type { KeywordKind, KeywordOrigin } from '../../../../domain/topic/index.js';
import { Connection, Node, Page } from '../../../../platform/api/index.js';
import { MAX_KEYWORDS } from '../keyword-intake.js';

export const KeywordKindEnum = { keyword: 'keyword', phrase: 'phrase' } as const;
const KeywordOriginEnum = { user: 'user', expanded: 'expanded' } as const;
registerEnumType(KeywordKindEnum, { name: 'KeywordKind', description: 'One word, or several in a row' });
registerEnumType(KeywordOriginEnum, { name: 'KeywordOrigin' });

@ObjectType('Keyword')
export class KeywordDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  text: string;

  @Field(() => KeywordKindEnum)
  @ApiProperty({ enum: Object.keys(KeywordKindEnum), description: 'One word, or several in a row' })
  kind: KeywordKind;

  @Field(() => KeywordOriginEnum)
  @ApiProperty({ enum: Object.keys(KeywordOriginEnum) })
  origin: KeywordOrigin;

  @Field(() => Float, { description: "1 for the user's own, otherwise the semantic similarity of the expansion" })
  @ApiProperty({
    type: Number,
    description: "1 for the user's own, otherwise the semantic similarity of the expansion",
  })
  similarity: number;
}

@ObjectType('KeywordSet', {
  implements: () => [Node],
  description: "One version of a topic's keywords; it never changes",
})
export class KeywordSetSummaryDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  topicId: string;

  @Field(() => Int, { description: 'From 1' })
  @ApiProperty({ type: 'integer', description: 'From 1' })
  version: number;

  @Field(() => Int, { description: 'Number of keywords' })
  @ApiProperty({ type: 'integer', description: 'Number of keywords' })
  size: number;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: Date;
}

/** A set with its keywords, as REST answers a single one. */
export class KeywordSetDto extends KeywordSetSummaryDto {
  @ApiProperty({ type: () => [KeywordDto] })
  keywords: KeywordDto[];
}

export class KeywordSetPage extends Page(KeywordSetSummaryDto) {}

@ObjectType()
export class KeywordSetConnection extends Connection(KeywordSetSummaryDto, 'KeywordSet') {}

@InputType()
export class PutKeywordsInput {
  @Field(() => [String], { description: 'The whole set. A text the current set holds keeps its origin and similarity' })
  @ApiProperty({
    type: [String],
    minItems: 1,
    maxItems: MAX_KEYWORDS,
    description: 'The whole set. A text the current set holds keeps its origin and similarity',
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_KEYWORDS)
  @IsString({ each: true })
  keywords: string[];
}
