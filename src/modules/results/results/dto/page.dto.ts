import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import { type PageChange } from '../../../../domain/session/index.js';
import { ApiField, Connection, Page, enumOf } from '../../../../platform/api/index.js';
import { OutcomeEnum } from '../../../crawl/sessions/index.js';
import { PageChangeEnum } from './change.dto.js';
import { RENDER_REASONS, type RenderReason } from '../../../../domain/page/index.js';

export const RenderReasonEnum = enumOf(RENDER_REASONS);
registerEnumType(RenderReasonEnum, {
  name: 'RenderReason',
  description: 'Why a page was loaded in Chromium or why not, if this was decided for each page',
});

/** For a page of a session, and of a collection. */
export const PUBLISHED_AT =
  'When it was published, as its metas, JSON-LD, microdata or `time` elements say; UTC if they name no zone';
export const EXCERPT_MARKS =
  'Start and end of each of these words in the excerpt, one after the other: UTF-16 units, as JavaScript counts';

@ObjectType('Page', { description: 'One completed step of a session: the fetched page, or how the fetch failed' })
export class PageDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField(Int, { description: "Order of choice, from 0: the page's number within its session" })
  step: number;

  @ApiField(Int, { description: 'Order of completion, from 0' })
  seq: number;

  @ApiField(String, { description: 'The canonical URL that was chosen' })
  url: string;

  @ApiField(String, { description: 'The URL after redirects; the same as url if there were none' })
  finalUrl: string;

  @ApiField(Int, { description: 'Number of the URL within the session. Links name their target by this number' })
  urlNo: number;

  @ApiField(Int)
  finalUrlNo: number;

  @ApiField(String, { description: 'Domain, as the session groups URLs' })
  domainName: string;

  @ApiField(Int, {
    description: 'Number of the domain within the session',
  })
  domainNo: number;

  @ApiField(Int, {
    description: 'Step of the page or search whose link was followed; null for a seed and for a search',
    nullable: true,
  })
  sourceStep: number | null;

  @ApiField(Int, { description: 'Links from the seed' })
  depth: number;

  @ApiField(OutcomeEnum, {
    description: '`page`, or how the fetch failed, or why its redirect was refused',
    example: 'page',
  })
  outcome: StepOutcome;

  @ApiField(Boolean, {
    description:
      'true: the step cost no fetch, because no request for a page was sent. All other steps count as fetched (pages) or failed',
  })
  free: boolean;

  @ApiField(String, { description: 'More about a failure', nullable: true })
  message: string | null;

  @ApiField(Int, { nullable: true })
  httpStatus: number | null;

  @ApiField([String], {
    description: 'All URLs on the way, beginning with the chosen one; empty if there were no redirects',
  })
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

  @ApiField(Boolean, { description: 'Whether a limit cut something off' })
  truncated: boolean;

  @ApiField(Boolean, { description: 'Whether the page was loaded in Chromium' })
  rendered: boolean;

  @ApiField(RenderReasonEnum, {
    description:
      'Why it was loaded in Chromium or why not, if this was decided for each page; `never: ` and a sign if it seems to lack content that scripts fill in',
    nullable: true,
  })
  renderReason: RenderReason | null;

  @ApiField(Int, { description: 'Number of attempts before this one' })
  attempt: number;

  @ApiField(Int, { description: 'Step of the page whose text this one repeats', nullable: true })
  duplicateOf: number | null;

  @ApiField(Boolean, { description: 'Whether the page asks not to be indexed. If so, its text was not kept' })
  noindex: boolean;

  @ApiField(PageChangeEnum, {
    description: "Compared with the topic's earlier visit, if changes are tracked",
    nullable: true,
  })
  change: PageChange | null;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(String, { nullable: true })
  description: string | null;

  @ApiField(Date, { description: PUBLISHED_AT, nullable: true })
  publishedAt: Date | null;

  @ApiField(String, {
    description: 'Language of the text, ISO 639-1; the declared language if the text does not tell',
    nullable: true,
  })
  language: string | null;

  @ApiField(String, {
    description:
      'Part of the main text in which the words of the search stand, or the keywords of the topic; its beginning where none does. `…` shows where it was cut',
    nullable: true,
  })
  excerpt: string | null;

  @ApiField([Int], { description: EXCERPT_MARKS, example: [0, 7, 18, 24] })
  excerptMarks: number[];

  @ApiField(Int)
  linkCount: number;

  @ApiField(Float, { description: "Probability of relevance, by the session's model" })
  probability: number;

  @ApiField(Boolean)
  relevant: boolean;

  @ApiField(Float)
  reward: number;

  @ApiField(Boolean, {
    description: 'Whether a thumbnail was kept: `GET /v1/sessions/{id}/pages/{step}/screenshot` answers it as a JPEG',
  })
  hasScreenshot: boolean;
}

/** Fields too long for lists. GraphQL has each as a field of Page. */
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

/** A page with its texts, for REST. */
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
