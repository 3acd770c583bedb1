import type { Type } from '@nestjs/common';
import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { MAX_COUNTED } from '../database/index.js';
import { queryFlag, queryNumber } from './query-values.js';
import { DEFAULT_PAGE_SIZE } from './slice.js';

/** Largest page: two hundred rows of a few kilobytes are quick to read and to send. */
export const MAX_PAGE_SIZE = 200;

/** Which piece of a list is asked for: REST query parameters and GraphQL arguments alike. Extend it with filters. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Length of the page, at most ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} unless given`,
  })
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
    description: 'Length of the page',
  })
  @Transform(queryNumber)
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the row to go on after' })
  @ApiPropertyOptional({ type: String, description: '`pageInfo.endCursor` of the page before' })
  @IsOptional()
  @IsString()
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `In place of first: so many rows from the end, or those before a cursor; at most ${MAX_PAGE_SIZE}`,
  })
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    example: 20,
    description: 'In place of `first`: so many rows from the end, or those before a cursor',
  })
  @IsOptional()
  @Transform(queryNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the row to end before' })
  @ApiPropertyOptional({
    type: String,
    description: '`pageInfo.startCursor` of the page after',
    example: 'WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ',
  })
  @IsOptional()
  @IsString()
  before?: string | null;

  /** Of REST alone: a GraphQL query asks for the total by its fields. */
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Tell `total` and `totalIsExact`, which costs a query of its own',
  })
  @IsOptional()
  @Transform(queryFlag)
  @IsBoolean()
  total?: boolean;
}

/** A count reads more rows than a page has. */
const TOTAL_COMPLEXITY = 5;
const TOTAL = `Rows of the whole list under the same filters, counted up to ${MAX_COUNTED}`;
const IS_EXACT = 'false: the list has at least so many rows';

@ObjectType({ description: 'Where a page of a list begins and ends' })
export class PageInfo {
  @Field(() => String, { nullable: true })
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ',
    description: 'Cursor of the first item; `before` of the previous page',
  })
  startCursor: string | null;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true, description: 'Cursor of the last item; `after` of the next page' })
  endCursor: string | null;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  hasNextPage: boolean;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean, example: false })
  hasPreviousPage: boolean;
}

export interface ConnectionType<T> {
  edges: { node: T; cursor: string }[];
  nodes: T[];
  pageInfo: PageInfo;
  totalCount: Promise<number>;
  totalCountIsExact: Promise<boolean>;
}

/** Relay connection of a GraphQL object type, as an abstract class: `@ObjectType() class TopicConnection extends Connection(Topic) {}`. */
export function Connection<T>(Item: Type<T>, name = Item.name): Type<ConnectionType<T>> {
  @ObjectType(`${name}Edge`)
  class Edge {
    @Field(() => Item)
    node: T;

    @Field(() => String)
    cursor: string;
  }

  @ObjectType({ isAbstract: true })
  class ConnectionOfItem implements ConnectionType<T> {
    @Field(() => [Edge])
    edges: Edge[];

    @Field(() => [Item], { description: 'The items without their cursors' })
    nodes: T[];

    @Field(() => PageInfo)
    pageInfo: PageInfo;

    @Field(() => Int, { description: `${TOTAL}; a query of its own`, complexity: TOTAL_COMPLEXITY })
    totalCount: Promise<number>;

    @Field(() => Boolean, { description: IS_EXACT })
    totalCountIsExact: Promise<boolean>;
  }
  return ConnectionOfItem;
}

export interface PageType<T> {
  items: T[];
  pageInfo: PageInfo;
  total?: number;
  totalIsExact?: boolean;
}

/** REST page of a DTO: `class TopicPage extends Page(Topic) {}`. */
export function Page<T>(Item: Type<T>): Type<PageType<T>> {
  class PageOfItem implements PageType<T> {
    @ApiProperty({ type: () => [Item] })
    items: T[];

    @ApiProperty({ type: () => PageInfo })
    pageInfo: PageInfo;

    @ApiPropertyOptional({
      type: 'integer',
      minimum: 0,
      maximum: MAX_COUNTED,
      example: 42,
      description: `${TOTAL}; with \`total=true\` alone`,
    })
    total?: number;

    @ApiPropertyOptional({ type: Boolean, example: true, description: `${IS_EXACT}; with \`total=true\` alone` })
    totalIsExact?: boolean;
  }
  return PageOfItem;
}

interface ComplexityInput {
  readonly args: Record<string, unknown>;
  readonly childComplexity: number;
}
/** Cost of a list field: `@Field(() => XConnection, { complexity: listComplexity })`, one point a field of each row. */
export function listComplexity({ args, childComplexity }: ComplexityInput): number {
  const asked = args['first'] ?? args['last'];
  const rows = typeof asked === 'number' ? asked : DEFAULT_PAGE_SIZE;
  return 1 + Math.max(1, Math.min(rows, MAX_PAGE_SIZE)) * childComplexity;
}
