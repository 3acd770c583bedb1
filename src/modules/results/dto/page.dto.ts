import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { PAGE_CHANGES, type PageChange } from '../../../domain/session/index.js';
import { Connection, Page } from '../../../platform/api/index.js';
import { type Outcome, OutcomeEnum, OUTCOMES } from '../../sessions/index.js';
import { PageChangeEnum } from './change.dto.js';
import { RENDER_REASONS, type RenderReason, RenderReasonEnum } from './render-reason.js';

@ObjectType('Page', { description: 'One completed step of a session: the fetched page, or how the fetch failed' })
export class PageDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  sessionId: string;

  @Field(() => Int, { description: "Order of choice, from 0: the page's number within its session" })
  @ApiProperty({ type: 'integer', description: "Order of choice, from 0: the page's number within its session" })
  step: number;

  @Field(() => Int, { description: 'Order of completion, from 0' })
  @ApiProperty({ type: 'integer', description: 'Order of completion, from 0' })
  seq: number;

  @Field(() => String, { description: 'Canonical URL that was chosen' })
  @ApiProperty({ type: String, description: 'Canonical URL that was chosen' })
  url: string;

  @Field(() => String, { description: 'Where redirects led; the same as url without any' })
  @ApiProperty({ type: String, description: 'Where redirects led; the same as url without any' })
  finalUrl: string;

  @Field(() => Int, { description: 'Number of the URL within the session; links name their target by it' })
  @ApiProperty({ type: 'integer', description: 'Number of the URL within the session; links name their target by it' })
  urlNo: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  finalUrlNo: number;

  @Field(() => String, { description: "Domain under the session's grouping" })
  @ApiProperty({ type: String, description: "Domain under the session's grouping" })
  domainName: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer', description: 'Number of the domain within the session' })
  domainNo: number;

  @Field(() => Int, { nullable: true, description: 'Step of the page whose link was followed; null for a seed' })
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Step of the page whose link was followed; null for a seed',
  })
  sourceStep: number | null;

  @Field(() => Int, { description: 'Links from the seed' })
  @ApiProperty({ type: 'integer', description: 'Links from the seed' })
  depth: number;

  @Field(() => OutcomeEnum, { description: '`page`, or how the fetch failed, or why its redirect was refused' })
  @ApiProperty({
    enum: OUTCOMES,
    example: 'page',
    description: '`page`, or how the fetch failed, or why its redirect was refused',
  })
  outcome: Outcome;

  @Field(() => Boolean, {
    description:
      'Cost no fetch: no request for a page was sent. Of the others, pages are counted as fetched, the rest as failed',
  })
  @ApiProperty({
    type: Boolean,
    description:
      'Cost no fetch: no request for a page was sent. Of the others, pages are counted as fetched, the rest as failed',
  })
  free: boolean;

  @Field(() => String, { nullable: true, description: 'More about a failure' })
  @ApiProperty({ type: String, nullable: true, description: 'More about a failure' })
  message: string | null;

  @Field(() => Int, { nullable: true })
  @ApiProperty({ type: 'integer', nullable: true })
  httpStatus: number | null;

  @Field(() => [String], {
    description: 'URLs passed through on the way, the chosen one first; empty without redirects',
  })
  @ApiProperty({
    type: [String],
    description: 'URLs passed through on the way, the chosen one first; empty without redirects',
  })
  redirects: string[];

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  contentType: string | null;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  charset: string | null;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  fetchedAt: Date;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  durationMs: number;

  @Field(() => Int, { description: 'Decoded bytes of the body that were read' })
  @ApiProperty({ type: 'integer', description: 'Decoded bytes of the body that were read' })
  bytes: number;

  @Field(() => Boolean, { description: 'A limit cut something off' })
  @ApiProperty({ type: Boolean, description: 'A limit cut something off' })
  truncated: boolean;

  @Field(() => Boolean, { description: 'Loaded in Chromium' })
  @ApiProperty({ type: Boolean, description: 'Loaded in Chromium' })
  rendered: boolean;

  @Field(() => RenderReasonEnum, {
    nullable: true,
    description: 'Why it was loaded in Chromium, or why not where that was decided for each page',
  })
  @ApiProperty({
    enum: RENDER_REASONS,
    nullable: true,
    description: 'Why it was loaded in Chromium, or why not where that was decided for each page',
  })
  renderReason: RenderReason | null;

  @Field(() => Int, { description: 'Attempts before this one' })
  @ApiProperty({ type: 'integer', description: 'Attempts before this one' })
  attempt: number;

  @Field(() => Int, { nullable: true, description: 'Step of the page whose text this one repeats' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'Step of the page whose text this one repeats' })
  duplicateOf: number | null;

  @Field(() => Boolean, { description: 'The page asks not to be indexed: its text was not kept' })
  @ApiProperty({ type: Boolean, description: 'The page asks not to be indexed: its text was not kept' })
  noindex: boolean;

  @Field(() => PageChangeEnum, {
    nullable: true,
    description: "Against the topic's earlier visit, where changes are tracked",
  })
  @ApiProperty({
    enum: PAGE_CHANGES,
    nullable: true,
    description: "Against the topic's earlier visit, where changes are tracked",
  })
  change: PageChange | null;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  title: string | null;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Language of the text, ISO 639-1; the declared one where the text does not tell',
  })
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Language of the text, ISO 639-1; the declared one where the text does not tell',
  })
  language: string | null;

  @Field(() => String, { nullable: true, description: 'How the main text begins' })
  @ApiProperty({ type: String, nullable: true, description: 'How the main text begins' })
  excerpt: string | null;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  linkCount: number;

  @Field(() => Float, { description: "Probability of relevance, by the session's model" })
  @ApiProperty({ type: Number, description: "Probability of relevance, by the session's model" })
  probability: number;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  relevant: boolean;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  reward: number;
}

/** What is too long for lists. GraphQL gives each as a field of Page. */
export interface PageTexts {
  readonly headings: string[];
  readonly text: string | null;
  readonly mainText: string | null;
}

/** A page with its texts, as REST answers a single one. */
export class PageDetailsDto extends PageDto implements PageTexts {
  @ApiProperty({ type: [String] })
  headings: string[];

  @ApiProperty({ type: String, nullable: true, description: 'All visible text' })
  text: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Text without navigation, header, footer and link-dense blocks',
  })
  mainText: string | null;
}

export class PagePage extends Page(PageDto) {}

@ObjectType()
export class PageConnection extends Connection(PageDto, 'Page') {}
