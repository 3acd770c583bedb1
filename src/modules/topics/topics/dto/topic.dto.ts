import { ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, Node, Page } from '../../../../platform/api/index.js';
import { KeywordSetDto } from '../keywords/dto/keyword-set.dto.js';

@ObjectType('ExampleCounts')
export class ExampleCountsDto {
  @ApiField(Int)
  relevant: number;

  @ApiField(Int)
  irrelevant: number;
}

@ObjectType('Topic', { implements: () => [Node], description: 'A subject to crawl for' })
export class TopicDto {
  @ApiField(ID)
  id: string;

  @ApiField(String)
  name: string;

  @ApiField(String)
  description: string;

  @ApiField(String, {
    description:
      'ISO 639-1 code; where it is en, relevance models infer the language from the examples and the keywords',
    example: 'en',
  })
  language: string;

  @ApiField(Int)
  seedCount: number;

  @ApiField(Int, { description: 'Version of the current keyword set', nullable: true })
  keywordSetVersion: number | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { description: 'Time of the last change of the topic, its seeds or its keywords' })
  updatedAt: Date;
}

/** Fields of a single topic in REST, which in GraphQL have their own resolvers. */
export const TOPIC_PARTS = {
  seeds: 'Canonical URLs from which crawls start',
  keywordSet: 'The current keywords',
  exampleCounts: 'Labelled examples by label. Labels of the labeller are not among them',
} as const;

/** A topic with its lists, for REST. */
export class TopicDetailsDto extends TopicDto {
  @ApiField([String], { description: TOPIC_PARTS.seeds, only: 'rest' })
  seeds: string[];

  @ApiField(KeywordSetDto, { description: TOPIC_PARTS.keywordSet, nullable: true, only: 'rest' })
  keywordSet: KeywordSetDto | null;

  @ApiField(ExampleCountsDto, { description: TOPIC_PARTS.exampleCounts, only: 'rest' })
  exampleCounts: ExampleCountsDto;
}

export class TopicPage extends Page(TopicDto) {}

@ObjectType()
export class TopicConnection extends Connection(TopicDto, 'Topic') {}
