import type { Type } from '@nestjs/common';
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { Connection, Page, PageArgs, queryFlag } from '../../../platform/api/index.js';
import { SORT_ORDERS, SortOrderEnum, type SortOrder } from './page-query.js';

@ObjectType('Domain', { description: "A domain of a session, under the session's grouping" })
export class DomainDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  sessionId: string;

  @Field(() => Int, { description: 'Number within the session, in order of discovery' })
  @ApiProperty({ type: 'integer', description: 'Number within the session, in order of discovery' })
  domainNo: number;

  @Field(() => String)
  @ApiProperty({ type: String, example: 'example.org' })
  name: string;

  @Field(() => Int, { description: 'Pages' })
  @ApiProperty({ type: 'integer', description: 'Pages' })
  fetched: number;

  @Field(() => Int, { description: 'Relevant pages' })
  @ApiProperty({ type: 'integer', description: 'Relevant pages' })
  relevant: number;

  @Field(() => Int, { description: 'Fetches that failed' })
  @ApiProperty({ type: 'integer', description: 'Fetches that failed' })
  failed: number;

  @Field(() => Float, { nullable: true, description: 'Relevant pages over pages; null before the first page' })
  @ApiProperty({ type: Number, nullable: true, description: 'Relevant pages over pages; null before the first page' })
  harvestRate: number | null;

  @Field(() => Int, { nullable: true, description: 'Step of the first page' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'Step of the first page' })
  firstStep: number | null;

  @Field(() => Int, { nullable: true, description: 'Step of the first relevant page' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'Step of the first relevant page' })
  firstRelevantStep: number | null;
}

export class DomainPage extends Page(DomainDto) {}

@ObjectType()
export class DomainConnection extends Connection(DomainDto, 'Domain') {}

export const DOMAIN_SORTS = ['relevant', 'fetched', 'harvestRate', 'firstStep', 'domainNo'] as const;
export type DomainSort = (typeof DOMAIN_SORTS)[number];
export const DomainSortEnum = {
  RELEVANT: 'relevant',
  FETCHED: 'fetched',
  HARVEST_RATE: 'harvestRate',
  FIRST_STEP: 'firstStep',
  DOMAIN_NO: 'domainNo',
} as const;
registerEnumType(DomainSortEnum, {
  name: 'DomainSort',
  description: 'The first three change while a session runs: a domain may then move past a cursor. The others do not.',
});

/** The filters of domains on top of other arguments. They hold together. */
function withDomainFilter<B extends Type<object>>(Base: B) {
  @ArgsType()
  class Filter extends Base {
    @Field(() => Boolean, { defaultValue: false, description: 'Only domains with a relevant page' })
    @ApiPropertyOptional({ type: Boolean, default: false, description: 'Only domains with a relevant page' })
    @Transform(queryFlag)
    @IsBoolean()
    relevantOnly: boolean = false;

    @Field(() => Boolean, { defaultValue: false, description: 'Also domains that are known from links alone' })
    @ApiPropertyOptional({ type: Boolean, default: false, description: 'Also domains that are known from links alone' })
    @Transform(queryFlag)
    @IsBoolean()
    unvisited: boolean = false;

    @Field(() => String, { nullable: true, description: 'A part of the name, in any case' })
    @ApiPropertyOptional({ type: String, description: 'A part of the name, in any case' })
    @IsOptional()
    @IsString()
    @MaxLength(253)
    search?: string | null;
  }
  return Filter;
}

/** Which domains are asked for, of all. */
@ArgsType()
export class DomainFilter extends withDomainFilter(class {}) {}

/** Domains of a session: REST query and GraphQL arguments. */
@ArgsType()
export class DomainsArgs extends withDomainFilter(PageArgs) {
  @Field(() => DomainSortEnum, { defaultValue: 'relevant' })
  @ApiPropertyOptional({
    enum: DOMAIN_SORTS,
    default: 'relevant',
    description: '`firstStep` and `domainNo` keep their order while the session runs',
  })
  @IsIn(DOMAIN_SORTS)
  sort: DomainSort = 'relevant';

  @Field(() => SortOrderEnum, { nullable: true, description: 'DESC for counts and rates, otherwise ASC' })
  @ApiPropertyOptional({ enum: SORT_ORDERS, description: '`desc` for counts and rates, otherwise `asc`' })
  @IsOptional()
  @IsIn(SORT_ORDERS)
  order?: SortOrder | null;
}
