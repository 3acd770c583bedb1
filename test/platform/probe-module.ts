import { Body, Controller, type DynamicModule, Get, Inject, Module, Param, Post, Query } from '@nestjs/common';
import {
  Args,
  Field,
  ID,
  Int,
  ObjectType,
  Parent,
  Query as GraphqlQuery,
  ResolveField,
  Resolver,
  Subscription,
} from '@nestjs/graphql';
import { ApiOkResponse, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  ApiProblem,
  Connection,
  connectionOf,
  isColumnInteger,
  Loaders,
  Page,
  PageArgs,
  pageOf,
  type RequestLoaders,
  keysetRange,
  sliceOf,
  UuidPipe,
} from '../../src/platform/api/index.js';
import type { AppConfig } from '../../src/platform/config/index.js';
import { Events, PrismaService } from '../../src/platform/database/index.js';
import { DomainError, ERROR_STATUS, type ErrorCode, notFound } from '../../src/platform/errors/index.js';
import { HttpModule } from '../../src/platform/http/index.js';
import { PlatformModule } from '../../src/platform/platform.module.js';

/** A feature that exercises the platform: every refusal, a bug, validation, pages, loaders, a subscription. */

class Inner {
  @ApiProperty({ type: 'integer' })
  @IsInt()
  @Min(1)
  @Max(10)
  depth: number;
}

class ProbeInput {
  @ApiProperty()
  @IsString()
  @MaxLength(20)
  name: string;

  @ApiProperty({ enum: ['red', 'blue'] })
  @IsIn(['red', 'blue'])
  colour: string;

  @ApiProperty({ type: Inner })
  @ValidateNested()
  @Type(() => Inner)
  inner: Inner;

  @ApiPropertyOptional({ type: [String] })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(3)
  @IsString({ each: true })
  tags?: string[];

  @ApiPropertyOptional({ type: 'integer' })
  @IsOptional()
  @IsInt()
  count?: number;
}

@ObjectType()
class Item {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  no: number;
}

@ObjectType()
class ItemConnection extends Connection(Item) {}
class ItemPage extends Page(Item) {}

/** Number of items in the list. */
export const ITEM_COUNT = 45;
/** Keys of each batch that the loader got. */
export const batches: (readonly number[])[] = [];

function itemsAt(page: PageArgs) {
  const { limit, cursor: at, backward } = keysetRange(page, 1, ([no]) => (isColumnInteger(no) ? no : null));
  const all = Array.from({ length: ITEM_COUNT }, (_, no) => ({ no }));
  const rows = backward ? all.slice(0, at ?? ITEM_COUNT).reverse() : all.slice(at === null ? 0 : at + 1);
  return sliceOf(
    rows.slice(0, limit),
    page,
    ({ no }) => [no],
    () => Promise.resolve({ count: ITEM_COUNT, isExact: true }),
  );
}

function refuse(code: string): never {
  if (code === 'bug') throw new TypeError('secret: postgresql://user:hunter2@host/db');
  if (code === 'http') throw Object.assign(new Error('teapot'), { statusCode: 418 });
  throw new DomainError(code as ErrorCode, `refused with ${code}`, {
    field: 'code',
    allowed: Object.keys(ERROR_STATUS).join(', '),
    details: { code },
  });
}

@Controller('probe')
class ProbeController {
  constructor(@Inject(PrismaService) private readonly database: PrismaService) {}

  @Post()
  @ApiProblem('VALIDATION_FAILED', 'CONFLICT')
  create(@Body() input: ProbeInput): ProbeInput {
    return input;
  }

  /** Needs the database for a while, and then once more. */
  @Get('queries')
  async queries(): Promise<string> {
    await this.database.$queryRaw`SELECT pg_sleep(1)::text AS slept`;
    await this.database.$queryRaw`SELECT 1`;
    return 'done';
  }

  @Get('refusals/:code')
  fail(@Param('code') code: string): never {
    return refuse(code);
  }

  @Get('objects/:id')
  object(@Param('id', UuidPipe) id: string): never {
    throw notFound('object', id);
  }

  @Get('items')
  @ApiOkResponse({ type: ItemPage })
  items(@Query() page: PageArgs): Promise<ItemPage> {
    return pageOf(itemsAt(page), page);
  }
}

@Resolver(() => Item)
class ProbeResolver {
  constructor(@Inject(Events) private readonly events: Events) {}

  @GraphqlQuery(() => ItemConnection)
  items(@Args() page: PageArgs): ItemConnection {
    return connectionOf(itemsAt(page));
  }

  @GraphqlQuery(() => String, { nullable: true })
  refused(@Args('code') code: string): never {
    return refuse(code);
  }

  @GraphqlQuery(() => String)
  object(@Args('id', { type: () => ID }, UuidPipe) id: string): string {
    return id;
  }

  @ResolveField(() => Int)
  square(@Parent() item: Item, @Loaders() loaders: RequestLoaders): Promise<number | null> {
    return loaders
      .of<number, number>('square', async (keys) => {
        batches.push(keys);
        return new Map(keys.map((key) => [key, key * key]));
      })
      .load(item.no);
  }

  @ResolveField(() => [Item])
  children(): Item[] {
    return [{ no: 1 }];
  }

  @Subscription(() => String, { resolve: (payload: string) => payload })
  async told(@Args('channel') channel: string): Promise<AsyncIterableIterator<string>> {
    return channel.startsWith('refuse ') ? refuse(channel.slice('refuse '.length)) : this.events.listen(channel);
  }
}

@Module({ controllers: [ProbeController], providers: [ProbeResolver] })
class ProbeModule {}

@Module({})
export class ProbeAppModule {
  static forRoot(config: AppConfig, databaseUrl: string): DynamicModule {
    return { module: ProbeAppModule, imports: [PlatformModule.forRoot(config, databaseUrl), HttpModule, ProbeModule] };
  }
}
