import type { Type } from '@nestjs/common';
import { ArgsType, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { type SortOrder, SortOrderEnum } from '../../results/index.js';
import { type DomainVerdict, MAX_TAG_CHARS } from '../remarks.js';
import { withFoundFilter } from './found-filter.js';
import { DomainVerdictEnum } from './verdicts.dto.js';

@ObjectType('CollectedDomain', { description: 'A registrable domain of the collection of a topic' })
export class CollectedDomainDto {
  @ApiField(ID)
  topicId: string;

  @ApiField(String, { example: 'example.org' })
  name: string;

  @ApiField(Int, { description: 'Pages, without those that repeat the text of another page of the collection' })
  pages: number;

  @ApiField(Int, { description: 'Relevant pages among them' })
  relevant: number;

  @ApiField(Int, { description: 'Pages that repeat the text of another page of the collection' })
  duplicates: number;

  @ApiField(Float, { description: 'Relevant pages divided by pages; null if all are duplicates', nullable: true })
  share: number | null;

  @ApiField(Float, {
    description:
      'Lower end of a 95% interval of the share: the order by share goes by it, so that three of three are not above ninety of a hundred',
  })
  shareAtLeast: number;

  @ApiField(Int, {
    description:
      'Pages that one of the sessions knows by their URLs, and that are not in the collection yet. Counted when a session rests, and while it runs each time it knows twice as many',
  })
  unfetched: number;

  @ApiField(Float, {
    description:
      'Relevant pages expected among the unfetched ones, with caution: their number times the lower end of the share. Crawls take the most promising pages first, so the rest is rarely better',
  })
  expected: number;

  @ApiField(Int, {
    description: 'Relevant pages of other domains that were first reached by a link from this one: its worth as a hub',
  })
  ledTo: number;

  @ApiField(Boolean, { description: 'Whether a seed of the topic is in this domain' })
  seedDomain: boolean;

  @ApiField(Date, { description: 'When its first page was found' })
  firstFoundAt: Date;

  @ApiField(Date, { description: 'When its newest page was found' })
  lastFoundAt: Date;

  @ApiField(DomainVerdictEnum, {
    description:
      'keep: its best pages are seeds of further sessions. reject: further sessions of the topic do not go there',
    example: 'undecided',
  })
  verdict: DomainVerdict;

  @ApiField([String], { description: 'Tags that people gave to it' })
  tags: string[];

  @ApiField(String, { description: 'Note of people on it; empty if there is none' })
  note: string;
}

export class CollectedDomainPage extends Page(CollectedDomainDto) {}

@ObjectType()
export class CollectedDomainConnection extends Connection(CollectedDomainDto, 'CollectedDomain') {}

export const CollectedDomainSortEnum = {
  RELEVANT: 'relevant',
  PAGES: 'pages',
  SHARE: 'share',
  FIRST_FOUND_AT: 'firstFoundAt',
  EXPECTED: 'expected',
  LED_TO: 'ledTo',
} as const;
export type CollectedDomainSort = (typeof CollectedDomainSortEnum)[keyof typeof CollectedDomainSortEnum];
registerEnumType(CollectedDomainSortEnum, { name: 'CollectedDomainSort' });

/**
 * Adds the filters of domains to other arguments. All filters must match. @param FilterField of a query or of a body
 */
function withCollectedDomainFilter<B extends Type<object>>(Base: B, FilterField = QueryField) {
  @InputType({ isAbstract: true })
  @ArgsType()
  class Filter extends withFoundFilter(Base, FilterField) {
    @FilterField(Boolean, { description: 'Whether a relevant page was found on it', optional: true })
    relevant?: boolean | null;

    @FilterField(String, {
      description: 'A part of the name; upper and lower case do not matter',
      optional: true,
      maxLength: 253,
    })
    search?: string | null;

    @FilterField(DomainVerdictEnum, { description: 'Verdict of people on it', optional: true })
    verdict?: DomainVerdict | null;

    @FilterField(String, { description: 'Tagged with this', optional: true, maxLength: MAX_TAG_CHARS })
    tag?: string | null;
  }
  return Filter;
}

/** Filter of domains. */
@ArgsType()
export class CollectedDomainFilter extends withCollectedDomainFilter(class {}) {}

@InputType()
export class CollectedDomainFilterInput extends withCollectedDomainFilter(class {}, InputField) {}

/** Domains of a collection: REST query and GraphQL arguments. */
@ArgsType()
export class CollectedDomainsArgs extends withCollectedDomainFilter(PageArgs) {
  @QueryField(CollectedDomainSortEnum, { description: 'Order of the list', default: 'relevant' })
  sort: CollectedDomainSort = 'relevant';

  @QueryField(SortOrderEnum, { description: 'Default: descending', optional: true })
  order?: SortOrder | null;
}
