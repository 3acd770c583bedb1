import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { Connection, Node, Page } from '../../../platform/api/index.js';
import { KeywordSetDto } from '../keywords/dto/keyword-set.dto.js';

@ObjectType('ExampleCounts')
export class ExampleCountsDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  relevant: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  irrelevant: number;
}

@ObjectType('Topic', { implements: () => [Node], description: 'A subject to crawl for' })
export class TopicDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => String)
  @ApiProperty({ type: String })
  name: string;

  @Field(() => String)
  @ApiProperty({ type: String })
  description: string;

  @Field(() => String, { description: 'ISO 639-1 code' })
  @ApiProperty({ type: String, example: 'en', description: 'ISO 639-1 code' })
  language: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  seedCount: number;

  @Field(() => Int, { nullable: true, description: 'Version of the current keyword set' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'Version of the current keyword set' })
  keywordSetVersion: number | null;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: Date;

  @Field(() => Date, { description: 'Moves forward with every change of the topic, its seeds or its keywords' })
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'Moves forward with every change of the topic, its seeds or its keywords',
  })
  updatedAt: Date;
}

/** A topic with its lists, as REST answers a single one. */
export class TopicDetailsDto extends TopicDto {
  @ApiProperty({ type: [String], description: 'Canonical URLs' })
  seeds: string[];

  @ApiProperty({ type: () => KeywordSetDto, nullable: true, description: 'The current set' })
  keywordSet: KeywordSetDto | null;

  @ApiProperty({ type: () => ExampleCountsDto })
  exampleCounts: ExampleCountsDto;
}

export class TopicPage extends Page(TopicDto) {}

@ObjectType()
export class TopicConnection extends Connection(TopicDto, 'Topic') {}
