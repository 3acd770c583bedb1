import type { Type } from '@nestjs/common';
import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { MAX_COUNTED } from '../database/index.js';
import { ApiField, QueryField } from './api-field.js';
import { DEFAULT_PAGE_SIZE } from './slice.js';

/** Largest page: two hundred rows of a few kilobytes are quick to read and to send. */
const MAX_PAGE_SIZE = 200;

/** The requested slice of a list: REST query parameters and GraphQL arguments alike. Extend it with filters. */
@ArgsType()
export class PageArgs {
  @QueryField(Int, {
    description: 'Number of rows on a page',
    optional: true,
    default: DEFAULT_PAGE_SIZE,
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
  })
  first?: number | null;

  @QueryField(String, {
    description: 'Continue after this row: `pageInfo.endCursor` of the page before',
    optional: true,
  })
  after?: string | null;

  @QueryField(Int, {
    description: 'Instead of `first`: this number of rows from the end, or before a cursor',
    example: 20,
    optional: true,
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
  })
  last?: number | null;

  @QueryField(String, {
    description: 'End before this row: `pageInfo.startCursor` of the page after',
    example: 'WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ',
    optional: true,
  })
  before?: string | null;

  // A GraphQL query requests the total by selecting its fields.
  @QueryField(Boolean, {
    description: 'Also answer `total` and `totalIsExact`. This takes a separate query',
    optional: true,
    default: false,
    only: 'rest',
  })
  total?: boolean;
}

/** A count reads more rows than a page has. */
const TOTAL_COMPLEXITY = 5;
const TOTAL = `Number of rows of the whole list under the same filters, counted up to ${MAX_COUNTED}`;
const IS_EXACT = 'false: the list has this number of rows or more';

@ObjectType({ description: 'First and last item of a page, and its neighbours' })
class PageInfo {
  @ApiField(String, {
    description: 'Cursor of the first item; `before` of the previous page',
    example: 'WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ',
    nullable: true,
  })
  startCursor: string | null;

  @ApiField(String, { description: 'Cursor of the last item; `after` of the next page', nullable: true })
  endCursor: string | null;

  @ApiField(Boolean)
  hasNextPage: boolean;

  @ApiField(Boolean, { example: false })
  hasPreviousPage: boolean;
}

interface ConnectionType<T> {
  edges: { node: T; cursor: string }[];
  nodes: T[];
  pageInfo: PageInfo;
  totalCount: Promise<number>;
  totalCountIsExact: Promise<boolean>;
}

/**
 * Relay connection of a GraphQL object type, as an abstract class:
 * `@ObjectType() class TopicConnection extends Connection(Topic) {}`.
 */
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

    @Field(() => Int, { description: `${TOTAL}. This takes a separate query`, complexity: TOTAL_COMPLEXITY })
    totalCount: Promise<number>;

    @Field(() => Boolean, { description: IS_EXACT })
    totalCountIsExact: Promise<boolean>;
  }
  return ConnectionOfItem;
}

interface PageType<T> {
  items: T[];
  pageInfo: PageInfo;
  total?: number;
  totalIsExact?: boolean;
}

/** REST page of a DTO: `class TopicPage extends Page(Topic) {}`. */
export function Page<T>(Item: Type<T>): Type<PageType<T>> {
  class PageOfItem implements PageType<T> {
    @ApiField([Item], { only: 'rest' })
    items: T[];

    @ApiField(PageInfo, { only: 'rest' })
    pageInfo: PageInfo;

    @ApiField(Int, {
      description: `${TOTAL}. Only with \`total=true\``,
      example: 42,
      optional: true,
      minimum: 0,
      maximum: MAX_COUNTED,
      only: 'rest',
    })
    total?: number;

    @ApiField(Boolean, {
      description: `${IS_EXACT}. Only with \`total=true\``,
      example: true,
      optional: true,
      only: 'rest',
    })
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
