import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { Connection, Page } from '../../../platform/api/index.js';

@ObjectType('Link', { description: 'A link of a fetched page: an edge of the page graph' })
export class LinkDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  sessionId: string;

  @Field(() => Int, { description: 'Step of the page that holds the link' })
  @ApiProperty({ type: 'integer', description: 'Step of the page that holds the link' })
  sourceStep: number;

  @Field(() => Int, { description: "Place among the page's links, from 0" })
  @ApiProperty({ type: 'integer', description: "Place among the page's links, from 0" })
  position: number;

  @Field(() => String, { description: 'URL of the page that holds the link' })
  @ApiProperty({ type: String, description: 'URL of the page that holds the link' })
  sourceUrl: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer', description: 'Number of the target within the session' })
  urlNo: number;

  @Field(() => String, { description: 'Canonical target' })
  @ApiProperty({ type: String, description: 'Canonical target' })
  url: string;

  @Field(() => String)
  @ApiProperty({ type: String })
  anchor: string;

  @Field(() => String, { description: 'Words just before the anchor' })
  @ApiProperty({ type: String, description: 'Words just before the anchor' })
  before: string;

  @Field(() => String, { description: 'Words just after the anchor' })
  @ApiProperty({ type: String, description: 'Words just after the anchor' })
  after: string;

  @Field(() => String, { description: 'Nearest heading above' })
  @ApiProperty({ type: String, description: 'Nearest heading above' })
  heading: string;

  @Field(() => String, { description: 'main, navigation, header, footer or aside' })
  @ApiProperty({ type: String, enum: ['main', 'navigation', 'header', 'footer', 'aside'] })
  place: string;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  nofollow: boolean;

  @Field(() => String, { nullable: true, description: 'The scope rule that refused the target' })
  @ApiProperty({ type: String, nullable: true, description: 'The scope rule that refused the target' })
  outOfScope: string | null;

  @Field(() => Int, { nullable: true, description: 'Step of the target, when it was fetched' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'Step of the target, when it was fetched' })
  targetStep: number | null;
}

export class LinkPage extends Page(LinkDto) {}

@ObjectType()
export class LinkConnection extends Connection(LinkDto, 'Link') {}
