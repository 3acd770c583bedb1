import type { Type } from '@nestjs/common';
import { Float, Int } from '@nestjs/graphql';
import { ApiField, Page, PageArgs, QueryField } from '../../../../../platform/api/index.js';
import {
  EXCERPT_MARKS,
  PUBLISHED_AT,
  type SortOrder,
  SortOrderEnum,
  withFile,
  withFoundPageFilter,
  withOrder,
} from '../../../results/index.js';
import { DOMAIN_FORMATS, PAGE_FORMATS } from '../../collection-form.js';
import { type CollectedDomainSort, CollectedDomainSortEnum } from '../../dto/collected-domain.dto.js';
import { type CollectedPageSort, CollectedPageSortEnum, KEY } from '../../dto/collected-page.dto.js';
import { CollectionFeedArgs } from '../../dto/collection-feed.dto.js';
import { IsLanguage, LANGUAGE_FIELD } from '../../dto/found-filter.js';
import { MAX_TOKEN_CHARS } from '../share.js';

export class SharedCollectionDto {
  @ApiField(String, { description: 'Name of the topic', only: 'rest' })
  name: string;

  @ApiField(Int, { description: 'Pages that the link shows', only: 'rest' })
  pages: number;

  @ApiField(Int, { description: 'Domains that the link shows', only: 'rest' })
  domains: number;

  @ApiField(Boolean, {
    description: 'Whether the link shows only relevant pages, and domains with relevant pages',
    only: 'rest',
  })
  relevantOnly: boolean;

  @ApiField(Date, { description: 'When the link expires', only: 'rest' })
  expiresAt: Date;
}

/** A page without what people have noted, and without ids of sessions and models. */
export class SharedPageDto {
  @ApiField(String, { example: KEY, only: 'rest' })
  key: string;

  @ApiField(String, { only: 'rest' })
  url: string;

  @ApiField(String, { description: 'Registrable domain', example: 'example.org', only: 'rest' })
  domain: string;

  @ApiField(String, { nullable: true, only: 'rest' })
  title: string | null;

  @ApiField(Date, { description: PUBLISHED_AT, nullable: true, only: 'rest' })
  publishedAt: Date | null;

  @ApiField(String, { description: 'Language of the text, ISO 639-1', nullable: true, only: 'rest' })
  language: string | null;

  @ApiField(String, {
    description: 'Part of the main text in which the words of the search stand, or the keywords of the topic',
    nullable: true,
    only: 'rest',
  })
  excerpt: string | null;

  @ApiField([Int], { description: EXCERPT_MARKS, example: [0, 7, 18, 24], only: 'rest' })
  excerptMarks: number[];

  @ApiField(Float, { only: 'rest' })
  probability: number;

  @ApiField(Boolean, { only: 'rest' })
  relevant: boolean;

  @ApiField(Date, { only: 'rest' })
  firstFoundAt: Date;

  @ApiField(Date, { only: 'rest' })
  lastSeenAt: Date;

  @ApiField(Date, { description: 'Since when it is known to be gone', nullable: true, only: 'rest' })
  goneAt: Date | null;

  @ApiField([String], { only: 'rest' })
  tags: string[];
}
export class SharedPagePage extends Page(SharedPageDto) {}

/** A domain without what people have noted. */
export class SharedDomainDto {
  @ApiField(String, { example: 'example.org', only: 'rest' })
  name: string;

  @ApiField(Int, { only: 'rest' })
  pages: number;

  @ApiField(Int, { description: 'Relevant pages among them', only: 'rest' })
  relevant: number;

  @ApiField(Float, { nullable: true, only: 'rest' })
  share: number | null;

  @ApiField(Float, { description: 'Lower end of a 95% interval of the share', only: 'rest' })
  shareAtLeast: number;

  @ApiField(Date, { only: 'rest' })
  firstFoundAt: Date;

  @ApiField(Date, { only: 'rest' })
  lastFoundAt: Date;

  @ApiField([String], { only: 'rest' })
  tags: string[];
}
export class SharedDomainPage extends Page(SharedDomainDto) {}

function withToken<B extends Type<object>>(Base: B) {
  class Args extends Base {
    @QueryField(String, { only: 'rest', description: 'Token of the share link', maxLength: MAX_TOKEN_CHARS })
    token: string;
  }
  return Args;
}
export class SharedArgs extends withToken(class {}) {}
export class SharedFeedArgs extends withToken(CollectionFeedArgs) {}

function withSharedPages<B extends Type<object>>(Base: B) {
  class Args extends withFoundPageFilter(withToken(Base)) {
    @QueryField(String, { ...LANGUAGE_FIELD, only: 'rest' })
    @IsLanguage()
    language?: string | null;

    @QueryField(Date, { only: 'rest', description: 'First found at this time or later', optional: true })
    foundSince?: Date | null;
  }
  return Args;
}
export class SharedPagesArgs extends withSharedPages(PageArgs) {
  @QueryField(CollectedPageSortEnum, { only: 'rest', description: 'Order of the list', default: 'firstFoundAt' })
  sort: CollectedPageSort = 'firstFoundAt';

  @QueryField(SortOrderEnum, { only: 'rest', description: 'Default: descending', optional: true })
  order?: SortOrder | null;
}
export class SharedPagesExportArgs extends withOrder(
  withFile(withSharedPages(class {}), PAGE_FORMATS),
  CollectedPageSortEnum,
) {}

function withSharedDomains<B extends Type<object>>(Base: B) {
  class Args extends withToken(Base) {
    @QueryField(Boolean, { only: 'rest', description: 'Whether a relevant page was found on it', optional: true })
    relevant?: boolean | null;

    @QueryField(String, { only: 'rest', description: 'A part of the name', optional: true, maxLength: 253 })
    search?: string | null;

    @QueryField(Date, { only: 'rest', description: 'First found at this time or later', optional: true })
    foundSince?: Date | null;
  }
  return Args;
}
export class SharedDomainsArgs extends withSharedDomains(PageArgs) {
  @QueryField(CollectedDomainSortEnum, { only: 'rest', description: 'Order of the list', default: 'relevant' })
  sort: CollectedDomainSort = 'relevant';

  @QueryField(SortOrderEnum, { only: 'rest', description: 'Default: descending', optional: true })
  order?: SortOrder | null;
}
export class SharedDomainsExportArgs extends withOrder(
  withFile(withSharedDomains(class {}), DOMAIN_FORMATS),
  CollectedDomainSortEnum,
) {}
