import type { Type } from '@nestjs/common';
import { ArgsType, Float, InputType, Int, registerEnumType } from '@nestjs/graphql';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import { InputField, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { OutcomeEnum } from '../../../crawl/sessions/index.js';

/** `completion` is the order in which steps were committed: new pages always come at its end. */
export type PageSort = 'step' | 'completion' | 'probability' | 'fetchedAt' | 'publishedAt' | 'depth';
export type SortOrder = 'asc' | 'desc';

export const PageSortEnum = {
  STEP: 'step',
  COMPLETION: 'completion',
  PROBABILITY: 'probability',
  FETCHED_AT: 'fetchedAt',
  PUBLISHED_AT: 'publishedAt',
  DEPTH: 'depth',
} as const;
export const SortOrderEnum = { ASC: 'asc', DESC: 'desc' } as const;
registerEnumType(PageSortEnum, { name: 'PageSort' });
registerEnumType(SortOrderEnum, { name: 'SortOrder' });

const MAX_INT = 2_147_483_647;
/** Longer than any search a person types. */
const MAX_SEARCH_CHARS = 500;

/**
 * Adds filters that apply to pages both of a session and of a topic's collection. @param FilterField of a query or of a
 * body
 */
export function withFoundPageFilter<B extends Type<object>>(Base: B, FilterField = QueryField) {
  @InputType({ isAbstract: true })
  @ArgsType()
  class Filter extends Base {
    @FilterField(Boolean, { description: 'Whether it is relevant', optional: true })
    relevant?: boolean | null;

    @FilterField(String, { description: 'Name of the domain', optional: true, maxLength: 2_048 })
    domain?: string | null;

    @FilterField(Float, {
      description: 'Minimum probability of relevance',
      optional: true,
      minimum: 0,
      maximum: 1,
    })
    probabilityMin?: number | null;

    @FilterField(Float, {
      description: 'Maximum probability of relevance',
      optional: true,
      minimum: 0,
      maximum: 1,
      notBelow: 'probabilityMin',
    })
    probabilityMax?: number | null;

    @FilterField(Boolean, { description: 'Whether it repeats the text of an earlier page', optional: true })
    duplicate?: boolean | null;

    @FilterField(String, {
      description:
        'Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`',
      optional: true,
      maxLength: MAX_SEARCH_CHARS,
    })
    search?: string | null;
  }
  return Filter;
}

/** Adds the filters of pages to other arguments. All filters must match. @param FilterField of a query or of a body */
function withPageFilter<B extends Type<object>>(Base: B, FilterField = QueryField) {
  @InputType({ isAbstract: true })
  @ArgsType()
  class Filter extends withFoundPageFilter(Base, FilterField) {
    @FilterField(OutcomeEnum, { description: '`page`, or how the fetch failed', example: 'page', optional: true })
    outcome?: StepOutcome | null;

    @FilterField(Int, {
      description: "HTTP status of the server's answer",
      optional: true,
      minimum: 100,
      maximum: 999,
    })
    httpStatus?: number | null;

    @FilterField(Boolean, { description: 'Whether it was loaded in Chromium', optional: true })
    rendered?: boolean | null;

    @FilterField(Int, {
      description: 'Minimum number of links from the seed',
      optional: true,
      minimum: 0,
      maximum: MAX_INT,
    })
    depthMin?: number | null;

    @FilterField(Int, {
      description: 'Maximum number of links from the seed',
      optional: true,
      minimum: 0,
      maximum: MAX_INT,
      notBelow: 'depthMin',
    })
    depthMax?: number | null;

    @FilterField(Int, {
      description: 'Step of the page or search whose link was followed',
      optional: true,
      minimum: 0,
      maximum: MAX_INT,
    })
    sourceStep?: number | null;

    @FilterField(Date, { description: 'Fetched at this time or later', optional: true })
    fetchedFrom?: Date | null;

    @FilterField(Date, { description: 'Fetched before this time', optional: true, notBelow: 'fetchedFrom' })
    fetchedTo?: Date | null;
  }
  return Filter;
}

/** Filter of pages. */
@ArgsType()
export class PageFilter extends withPageFilter(class {}) {}

@InputType()
export class PageFilterInput extends withPageFilter(class {}, InputField) {}

/** Pages of a session: REST query and GraphQL arguments. */
@ArgsType()
export class PagesArgs extends withPageFilter(PageArgs) {
  @QueryField(PageSortEnum, {
    description:
      'In the order of completion new pages of a running session are added only at the end of the list. By `publishedAt` pages without it come last in both orders',
    default: 'step',
  })
  sort: PageSort = 'step';

  @QueryField(SortOrderEnum, {
    description: 'Default: ascending; by probability and publishedAt descending',
    optional: true,
  })
  order?: SortOrder | null;
}

/** Of a text whose words are marked. */
@ArgsType()
export class MarkedWordsQuery {
  @QueryField(String, {
    description: 'Marks the words of this search; without it the keywords of the topic',
    optional: true,
    maxLength: MAX_SEARCH_CHARS,
  })
  search?: string | null;
}
