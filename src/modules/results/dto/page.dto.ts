import { Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { type PageChange } from '../../../domain/session/index.js';
import { ApiField, Connection, Page } from '../../../platform/api/index.js';
import { type Outcome, OutcomeEnum } from '../../sessions/index.js';
import { PageChangeEnum } from './change.dto.js';
import { type RenderReason, RenderReasonEnum } from './render-reason.js';

@ObjectType('Page', { description: 'One completed step of a session: the fetched page, or how the fetch failed' })
export class PageDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField(Int, { description: "Order of choice, from 0: the page's number within its session" })
  step: number;

  @ApiField(Int, { description: 'Order of completion, from 0' })
  seq: number;

  @ApiField(String, { description: 'Canonical URL that was chosen' })
  url: string;

  @ApiField(String, { description: 'Where redirects led; the same as url without any' })
  finalUrl: string;

  @ApiField(Int, { description: 'Number of the URL within the session; links name their target by it' })
  urlNo: number;

  @ApiField(Int)
  finalUrlNo: number;

  @ApiField(String, { description: "Domain under the session's grouping" })
  domainName: string;

  @ApiField(Int, {
    description: 'Number of the domain within the session',
  })
  domainNo: number;

  @ApiField(Int, { description: 'Step of the page whose link was followed; null for a seed', nullable: true })
  sourceStep: number | null;

  @ApiField(Int, { description: 'Links from the seed' })
  depth: number;

  @ApiField(OutcomeEnum, {
    description: '`page`, or how the fetch failed, or why its redirect was refused',
    example: 'page',
  })
  outcome: Outcome;

  @ApiField(Boolean, {
    description:
      'Cost no fetch: no request for a page was sent. Of the others, pages are counted as fetched, the rest as failed',
  })
  free: boolean;

  @ApiField(String, { description: 'More about a failure', nullable: true })
  message: string | null;

  @ApiField(Int, { nullable: true })
  httpStatus: number | null;

  @ApiField([String], { description: 'URLs passed through on the way, the chosen one first; empty without redirects' })
  redirects: string[];

  @ApiField(String, { nullable: true })
  contentType: string | null;

  @ApiField(String, { nullable: true })
  charset: string | null;

  @ApiField(Date)
  fetchedAt: Date;

  @ApiField(Int)
  durationMs: number;

  @ApiField(Int, { description: 'Decoded bytes of the body that were read' })
  bytes: number;

  @ApiField(Boolean, { description: 'A limit cut something off' })
  truncated: boolean;

  @ApiField(Boolean, { description: 'Loaded in Chromium' })
  rendered: boolean;

  @ApiField(RenderReasonEnum, {
    description: 'Why it was loaded in Chromium, or why not where that was decided for each page',
    nullable: true,
  })
  renderReason: RenderReason | null;

  @ApiField(Int, { description: 'Attempts before this one' })
  attempt: number;

  @ApiField(Int, { description: 'Step of the page whose text this one repeats', nullable: true })
  duplicateOf: number | null;

  @ApiField(Boolean, { description: 'The page asks not to be indexed: its text was not kept' })
  noindex: boolean;

  @ApiField(PageChangeEnum, {
    description: "Against the topic's earlier visit, where changes are tracked",
    nullable: true,
  })
  change: PageChange | null;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(String, { nullable: true })
  description: string | null;

  @ApiField(String, {
    description: 'Language of the text, ISO 639-1; the declared one where the text does not tell',
    nullable: true,
  })
  language: string | null;

  @ApiField(String, { description: 'How the main text begins', nullable: true })
  excerpt: string | null;

  @ApiField(Int)
  linkCount: number;

  @ApiField(Float, { description: "Probability of relevance, by the session's model" })
  probability: number;

  @ApiField(Boolean)
  relevant: boolean;

  @ApiField(Float)
  reward: number;
}

/** What is too long for lists. GraphQL gives each as a field of Page. */
export interface PageTexts {
  readonly headings: string[];
  readonly text: string | null;
  readonly mainText: string | null;
}

export const PAGE_TEXTS = {
  headings: 'Its headings, in document order',
  text: 'All visible text',
  mainText: 'Text without navigation, header, footer and link-dense blocks',
} as const satisfies Record<keyof PageTexts, string>;

/** A page with its texts, as REST answers a single one. */
export class PageDetailsDto extends PageDto implements PageTexts {
  @ApiField([String], { description: PAGE_TEXTS.headings, only: 'rest' })
  headings: string[];

  @ApiField(String, { description: PAGE_TEXTS.text, nullable: true, only: 'rest' })
  text: string | null;

  @ApiField(String, { description: PAGE_TEXTS.mainText, nullable: true, only: 'rest' })
  mainText: string | null;
}

export class PagePage extends Page(PageDto) {}

@ObjectType()
export class PageConnection extends Connection(PageDto, 'Page') {}
