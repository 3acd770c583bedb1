import type { Type } from '@nestjs/common';
import { ArgsType, Field, Int, registerEnumType } from '@nestjs/graphql';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsDate, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { PageArgs, queryDate, queryFlag, queryNumber } from '../../../platform/api/index.js';
import { type Outcome, OutcomeEnum, OUTCOMES } from '../../sessions/index.js';

export const PAGE_SORTS = ['step', 'completion', 'probability', 'fetchedAt', 'depth'] as const;
/** `completion` is the order in which steps were committed: new pages only ever come at its end. */
export type PageSort = (typeof PAGE_SORTS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export const PageSortEnum = {
  STEP: 'step',
  COMPLETION: 'completion',
  PROBABILITY: 'probability',
  FETCHED_AT: 'fetchedAt',
  DEPTH: 'depth',
} as const;
export const SortOrderEnum = { ASC: 'asc', DESC: 'desc' } as const;
registerEnumType(PageSortEnum, { name: 'PageSort' });
registerEnumType(SortOrderEnum, { name: 'SortOrder' });

const MAX_INT = 2_147_483_647;
/** Longer than any search a person types. */
const MAX_SEARCH_CHARS = 500;

/** The filters of pages on top of other arguments. They hold together. */
function withPageFilter<B extends Type<object>>(Base: B) {
  @ArgsType()
  class Filter extends Base {
    @Field(() => Boolean, { nullable: true })
    @ApiPropertyOptional({ type: Boolean })
    @IsOptional()
    @Transform(queryFlag)
    @IsBoolean()
    relevant?: boolean | null;

    @Field(() => String, { nullable: true, description: 'Name of the domain' })
    @ApiPropertyOptional({ type: String, description: 'Name of the domain' })
    @IsOptional()
    @IsString()
    @MaxLength(2_048)
    domain?: string | null;

    @Field(() => OutcomeEnum, { nullable: true, description: '`page`, or how the fetch failed' })
    @ApiPropertyOptional({ enum: OUTCOMES, example: 'page', description: '`page`, or how the fetch failed' })
    @IsOptional()
    @IsIn(OUTCOMES)
    outcome?: Outcome | null;

    @Field(() => Int, { nullable: true })
    @ApiPropertyOptional({ type: 'integer' })
    @IsOptional()
    @Transform(queryNumber)
    @IsInt()
    @Min(100)
    @Max(999)
    httpStatus?: number | null;

    @Field(() => Boolean, { nullable: true, description: 'Whether it repeats the text of an earlier page' })
    @ApiPropertyOptional({ type: Boolean, description: 'Whether it repeats the text of an earlier page' })
    @IsOptional()
    @Transform(queryFlag)
    @IsBoolean()
    duplicate?: boolean | null;

    @Field(() => Boolean, { nullable: true, description: 'Whether it was loaded in Chromium' })
    @ApiPropertyOptional({ type: Boolean, description: 'Whether it was loaded in Chromium' })
    @IsOptional()
    @Transform(queryFlag)
    @IsBoolean()
    rendered?: boolean | null;

    @Field(() => Int, { nullable: true, description: 'Links from the seed, at least' })
    @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'Links from the seed, at least' })
    @IsOptional()
    @Transform(queryNumber)
    @IsInt()
    @Min(0)
    @Max(MAX_INT)
    depthMin?: number | null;

    @Field(() => Int, { nullable: true, description: 'Links from the seed, at most' })
    @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'Links from the seed, at most' })
    @IsOptional()
    @Transform(queryNumber)
    @IsInt()
    @Min(0)
    @Max(MAX_INT)
    depthMax?: number | null;

    @Field(() => Date, { nullable: true, description: 'Fetched at this time or later' })
    @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Fetched at this time or later' })
    @IsOptional()
    @Transform(queryDate)
    @IsDate({ message: 'fetchedFrom must be an ISO 8601 date or time' })
    fetchedFrom?: Date | null;

    @Field(() => Date, { nullable: true, description: 'Fetched before this time' })
    @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Fetched before this time' })
    @IsOptional()
    @Transform(queryDate)
    @IsDate({ message: 'fetchedTo must be an ISO 8601 date or time' })
    fetchedTo?: Date | null;

    @Field(() => String, {
      nullable: true,
      description: 'Words of title or text: `word`, `"a phrase"`, `-without`, `or`',
    })
    @ApiPropertyOptional({
      type: String,
      maxLength: MAX_SEARCH_CHARS,
      description: 'Words of title or text: `word`, `"a phrase"`, `-without`, `or`',
    })
    @IsOptional()
    @IsString()
    @MaxLength(MAX_SEARCH_CHARS)
    search?: string | null;
  }
  return Filter;
}

/** Which pages are asked for, of all. */
@ArgsType()
export class PageFilter extends withPageFilter(class {}) {}

/** Pages of a session: REST query and GraphQL arguments. */
@ArgsType()
export class PagesArgs extends withPageFilter(PageArgs) {
  @Field(() => PageSortEnum, { defaultValue: 'step' })
  @ApiPropertyOptional({
    enum: PAGE_SORTS,
    default: 'step',
    description: '`completion` grows only at its end while the session runs',
  })
  @IsIn(PAGE_SORTS)
  sort: PageSort = 'step';

  @Field(() => SortOrderEnum, { nullable: true, description: 'ASC unless sorted by PROBABILITY' })
  @ApiPropertyOptional({ enum: SORT_ORDERS, description: '`asc` unless sorted by `probability`' })
  @IsOptional()
  @IsIn(SORT_ORDERS)
  order?: SortOrder | null;
}
