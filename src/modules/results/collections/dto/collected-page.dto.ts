import type { Type } from '@nestjs/common';
import { ArgsType, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import {
  EXCERPT_MARKS,
  PUBLISHED_AT,
  type SortOrder,
  SortOrderEnum,
  withFoundPageFilter,
} from '../../results/index.js';
import { MAX_TAG_CHARS } from '../remarks.js';
import { IsLanguage, LANGUAGE_FIELD, withFoundFilter } from './found-filter.js';

/** The md5 of a URL, in the form of a UUID. */
export const KEY = '9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e';

@ObjectType('CollectedPage', {
  description: 'A page of the collection of a topic: as its sessions and monitors have it, listed once',
})
export class CollectedPageDto {
  @ApiField(ID)
  topicId: string;

  @ApiField(String, {
    description: 'Names the page within the topic. The same URL always has the same key',
    example: KEY,
  })
  key: string;

  @ApiField(String, { description: 'The canonical URL after redirects' })
  url: string;

  @ApiField(String, { description: 'Registrable domain', example: 'example.org' })
  domain: string;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(Date, { description: PUBLISHED_AT, nullable: true })
  publishedAt: Date | null;

  @ApiField(String, { description: 'Language of the text, ISO 639-1', nullable: true })
  language: string | null;

  @ApiField(String, {
    description:
      'Part of the main text in which the words of the search stand, or the keywords of the topic; its beginning where none does. `…` shows where it was cut',
    nullable: true,
  })
  excerpt: string | null;

  @ApiField([Int], { description: EXCERPT_MARKS, example: [0, 7, 18, 24] })
  excerptMarks: number[];

  @ApiField(Float, { description: 'Probability of relevance when it was judged last' })
  probability: number;

  @ApiField(ID, {
    description: 'The model that judged it last; null if only a monitor still knows the page',
    nullable: true,
  })
  modelId: string | null;

  @ApiField(Boolean, { description: 'As a person has labelled it; otherwise as the model has judged it' })
  relevant: boolean;

  @ApiField(Boolean, { description: 'The label of a person; null if nobody has labelled it', nullable: true })
  label: boolean | null;

  @ApiField(String, {
    description: 'Key of the page that stands for all pages with the same text; null if this one does',
    nullable: true,
  })
  duplicateOf: string | null;

  @ApiField(Int, { description: 'Number of sessions that have it' })
  sessionCount: number;

  @ApiField(Boolean, { description: 'Whether a monitor of the topic watches it' })
  monitored: boolean;

  @ApiField(ID, {
    description: 'The session that fetched it last; null if its sessions were deleted and only a monitor knows it',
    nullable: true,
  })
  sessionId: string | null;

  @ApiField(Int, { description: 'Its step in this session', nullable: true })
  step: number | null;

  @ApiField(Date)
  firstFoundAt: Date;

  @ApiField(Date, { description: 'When it was fetched last' })
  lastSeenAt: Date;

  @ApiField(Date, {
    description: 'When a monitor, or a session that tracks changes, last saw that its text had changed',
    nullable: true,
  })
  changedAt: Date | null;

  @ApiField(Date, {
    description: 'Since when it is known to be gone; null if it was there at the last check',
    nullable: true,
  })
  goneAt: Date | null;

  @ApiField([String], { description: 'Tags that people gave to it' })
  tags: string[];

  @ApiField(String, { description: 'Note of people on it; empty if there is none' })
  note: string;
}

@ObjectType('Sighting', { description: 'A page of the collection as one session saw it' })
export class SightingDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField(Int, {
    description: 'The newest step that brought the page; null if the session found it gone',
    nullable: true,
  })
  step: number | null;

  @ApiField(Date, { nullable: true })
  firstAt: Date | null;

  @ApiField(Date, { nullable: true })
  lastAt: Date | null;

  @ApiField(Date, { description: 'When the session found it gone', nullable: true })
  goneAt: Date | null;
}

export const SIGHTINGS = 'The sessions that have it, the newest first; at most 200';

/** A page with its sessions, for REST. */
export class CollectedPageDetailsDto extends CollectedPageDto {
  @ApiField([SightingDto], { description: SIGHTINGS, only: 'rest' })
  sightings: SightingDto[];
}

export class CollectedPagePage extends Page(CollectedPageDto) {}

@ObjectType()
export class CollectedPageConnection extends Connection(CollectedPageDto, 'CollectedPage') {}

export const CollectedPageSortEnum = {
  FIRST_FOUND_AT: 'firstFoundAt',
  LAST_SEEN_AT: 'lastSeenAt',
  PUBLISHED_AT: 'publishedAt',
  PROBABILITY: 'probability',
} as const;
export type CollectedPageSort = (typeof CollectedPageSortEnum)[keyof typeof CollectedPageSortEnum];
registerEnumType(CollectedPageSortEnum, {
  name: 'CollectedPageSort',
  description: 'By `publishedAt` pages without it come last in both orders',
});

/** Adds the filters of pages to other arguments. All filters must match. @param FilterField of a query or of a body */
function withCollectedPageFilter<B extends Type<object>>(Base: B, FilterField = QueryField) {
  @InputType({ isAbstract: true })
  @ArgsType()
  class Filter extends withFoundFilter(withFoundPageFilter(Base, FilterField), FilterField) {
    @FilterField(String, LANGUAGE_FIELD)
    @IsLanguage()
    language?: string | null;

    @FilterField(Boolean, {
      description: 'true: only pages that people have labelled; false: only others',
      optional: true,
    })
    labelled?: boolean | null;

    @FilterField(Boolean, { description: 'Whether it is known to be gone', optional: true })
    gone?: boolean | null;

    @FilterField(Date, { description: 'Its text was seen to have changed at this time or later', optional: true })
    changedSince?: Date | null;

    @FilterField(String, { description: 'Tagged with this', optional: true, maxLength: MAX_TAG_CHARS })
    tag?: string | null;
  }
  return Filter;
}

/** Filter of pages. */
@ArgsType()
export class CollectedPageFilter extends withCollectedPageFilter(class {}) {}

@InputType()
export class CollectedPageFilterInput extends withCollectedPageFilter(class {}, InputField) {}

/** Pages of a collection: REST query and GraphQL arguments. */
@ArgsType()
export class CollectedPagesArgs extends withCollectedPageFilter(PageArgs) {
  @QueryField(CollectedPageSortEnum, { description: 'Order of the list', default: 'firstFoundAt' })
  sort: CollectedPageSort = 'firstFoundAt';

  @QueryField(SortOrderEnum, {
    description: 'Default: descending, so that the newest or best come first',
    optional: true,
  })
  order?: SortOrder | null;
}
