import type { Type } from '@nestjs/common';
import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type as Convert } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

/** Largest page: two hundred rows of a few kilobytes are quick to read and to send. */
export const MAX_PAGE_SIZE = 200;
export const DEFAULT_PAGE_SIZE = 20;

/** Which piece of a list is asked for: REST query parameters and GraphQL arguments alike. Extend it with filters. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: DEFAULT_PAGE_SIZE, description: `Length of the page, at most ${MAX_PAGE_SIZE}` })
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description: 'Length of the page' })
  @Convert(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first: number = DEFAULT_PAGE_SIZE;

  @Field(() => String, { nullable: true, description: 'Cursor of the row to go on after' })
  @ApiPropertyOptional({ type: String, description: '`pageInfo.endCursor` of the page before' })
  @IsOptional()
  @IsString()
  after?: string | null;
}

@ObjectType({ description: 'Where a page of a list ends' })
export class PageInfo {
  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true, description: 'Cursor of the last item; `after` of the next page' })
  endCursor: string | null;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  hasNextPage: boolean;
}

export interface ConnectionType<T> {
  edges: { node: T; cursor: string }[];
  nodes: T[];
  pageInfo: PageInfo;
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
  }
  return ConnectionOfItem;
}

export interface PageType<T> {
  items: T[];
  pageInfo: PageInfo;
}

/** REST page of a DTO: `class TopicPage extends Page(Topic) {}`. */
export function Page<T>(Item: Type<T>): Type<PageType<T>> {
  class PageOfItem implements PageType<T> {
    @ApiProperty({ type: () => [Item] })
    items: T[];

    @ApiProperty({ type: () => PageInfo })
    pageInfo: PageInfo;
  }
  return PageOfItem;
}

interface ComplexityInput {
  readonly args: Record<string, unknown>;
  readonly childComplexity: number;
}
/** Cost of a list field: `@Field(() => XConnection, { complexity: listComplexity })`, one point a field of each row. */
export function listComplexity({ args, childComplexity }: ComplexityInput): number {
  const first = typeof args['first'] === 'number' ? args['first'] : DEFAULT_PAGE_SIZE;
  return 1 + Math.max(1, Math.min(first, MAX_PAGE_SIZE)) * childComplexity;
}
