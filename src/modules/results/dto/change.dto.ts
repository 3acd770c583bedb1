import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDate, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PAGE_CHANGES, type PageChange } from '../../../domain/session/index.js';
import { Connection, Page, PageArgs, queryDate } from '../../../platform/api/index.js';

export const PageChangeEnum = { NEW: 'new', UNCHANGED: 'unchanged', CHANGED: 'changed', GONE: 'gone' } as const;
registerEnumType(PageChangeEnum, {
  name: 'PageChange',
  description: "What became of a page since the topic's last visit",
});

@ObjectType('Visit', { description: 'One fetch of a page by a session that tracks changes' })
export class VisitDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  url: string;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  fetchedAt: Date;

  @Field(() => PageChangeEnum, { description: 'Against the visit before' })
  @ApiProperty({ enum: PAGE_CHANGES, description: 'Against the visit before' })
  change: PageChange;

  @Field(() => ID, {
    description: 'Session and step that hold what the page said then, unless the session has been deleted',
  })
  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'Session and step that hold what the page said then, unless the session has been deleted',
  })
  sessionId: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  step: number;

  @Field(() => Int, { nullable: true, description: '304 when the server said that nothing had changed' })
  @ApiProperty({ type: 'integer', nullable: true, description: '304 when the server said that nothing had changed' })
  httpStatus: number | null;

  @Field(() => String, { nullable: true, description: 'Hash of title and text: equal for equal content' })
  @ApiProperty({ type: String, nullable: true, description: 'Hash of title and text: equal for equal content' })
  contentHash: string | null;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  etag: string | null;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  lastModified: string | null;
}

/** Visits of a topic's pages, newest first: REST query and GraphQL arguments. */
@ArgsType()
export class VisitsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Of this page alone: its history' })
  @ApiPropertyOptional({ type: String, description: 'Of this page alone: its history' })
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  url?: string | null;

  @Field(() => PageChangeEnum, { nullable: true })
  @ApiPropertyOptional({ enum: PAGE_CHANGES })
  @IsOptional()
  @IsIn(PAGE_CHANGES)
  change?: PageChange | null;

  @Field(() => Date, { nullable: true, description: 'Fetched at this time or later' })
  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Fetched at this time or later' })
  @IsOptional()
  @Transform(queryDate)
  @IsDate({ message: 'since must be an ISO 8601 date or time' })
  since?: Date | null;
}

export class VisitPage extends Page(VisitDto) {}

@ObjectType()
export class VisitConnection extends Connection(VisitDto, 'Visit') {}
