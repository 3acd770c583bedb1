import type { Type } from '@nestjs/common';
import { ArgsType, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { SortOrderEnum, type SortOrder } from './page-query.js';

@ObjectType('Domain', { description: 'A domain of a session, as the session groups URLs' })
export class DomainDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField(Int, { description: 'Number within the session, in order of discovery' })
  domainNo: number;

  @ApiField(String, { example: 'example.org' })
  name: string;

  @ApiField(Int, { description: 'Pages' })
  fetched: number;

  @ApiField(Int, { description: 'Relevant pages' })
  relevant: number;

  @ApiField(Int, { description: 'Fetches that failed' })
  failed: number;

  @ApiField(Float, { description: 'Relevant pages divided by pages; null before the first page', nullable: true })
  harvestRate: number | null;

  @ApiField(Int, { description: 'Step of the first page', nullable: true })
  firstStep: number | null;

  @ApiField(Int, { description: 'Step of the first relevant page', nullable: true })
  firstRelevantStep: number | null;
}

export class DomainPage extends Page(DomainDto) {}

@ObjectType()
export class DomainConnection extends Connection(DomainDto, 'Domain') {}

export const DomainSortEnum = {
  RELEVANT: 'relevant',
  FETCHED: 'fetched',
  HARVEST_RATE: 'harvestRate',
  FAILED: 'failed',
  FIRST_STEP: 'firstStep',
  FIRST_RELEVANT_STEP: 'firstRelevantStep',
  DOMAIN_NO: 'domainNo',
  NAME: 'name',
} as const;
export type DomainSort = (typeof DomainSortEnum)[keyof typeof DomainSortEnum];
registerEnumType(DomainSortEnum, {
  name: 'DomainSort',
  description:
    'Counts, rates and the first relevant step change while a session runs, so that a domain may move past a cursor. The others do not change. Domains without a rate or step come last in both orders.',
});

/**
 * Adds the filters of domains to other arguments. All filters must match. @param FilterField of a query or of a body
 */
function withDomainFilter<B extends Type<object>>(Base: B, FilterField = QueryField) {
  @InputType({ isAbstract: true })
  @ArgsType()
  class Filter extends Base {
    @FilterField(Boolean, { description: 'Whether a relevant page was found on it', optional: true })
    relevant?: boolean | null;

    @FilterField(Boolean, { description: 'Also domains that are known only from links', default: false })
    unvisited: boolean = false;

    @FilterField(String, {
      description: 'A part of the name; upper and lower case do not matter',
      optional: true,
      maxLength: 253,
    })
    search?: string | null;
  }
  return Filter;
}

/** Filter of domains. */
@ArgsType()
export class DomainFilter extends withDomainFilter(class {}) {}

@InputType()
export class DomainFilterInput extends withDomainFilter(class {}, InputField) {}

/** Domains of a session: REST query and GraphQL arguments. */
@ArgsType()
export class DomainsArgs extends withDomainFilter(PageArgs) {
  @QueryField(DomainSortEnum, {
    description: 'Ordered by first step or by number, the list keeps its order while the session runs',
    default: 'relevant',
  })
  sort: DomainSort = 'relevant';

  @QueryField(SortOrderEnum, {
    description: 'Default: descending for counts and rates, otherwise ascending',
    optional: true,
  })
  order?: SortOrder | null;
}
