import { Field, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { WAITS, WaitUntilEnum } from './reading.input.js';

/** Settings about what a page is and how it is read, with their defaults: see `session-config.dto.ts`. */
@ObjectType('Wait', { description: 'When a page in Chromium is read' })
export class WaitDto {
  @Field(() => WaitUntilEnum)
  @ApiProperty({ enum: WAITS })
  until: (typeof WAITS)[number];

  @Field(() => String, { nullable: true, description: 'When SELECTOR' })
  @ApiPropertyOptional({ type: String, description: 'When selector' })
  selector?: string;

  @Field(() => Int, { nullable: true, description: 'When TIME' })
  @ApiPropertyOptional({ type: 'integer', description: 'When time' })
  ms?: number;
}

@ObjectType('LoadMore', { description: 'A "load more" button to click' })
export class LoadMoreDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  selector: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  clicks: number;
}

@ObjectType('Rendering', { description: 'How Chromium is used for pages that are rendered' })
export class RenderingDto {
  @Field(() => WaitDto)
  @ApiProperty({ type: () => WaitDto })
  wait: WaitDto;

  @Field(() => Int, { description: 'Screens to scroll down' })
  @ApiProperty({ type: 'integer', description: 'Screens to scroll down' })
  scroll: number;

  @Field(() => LoadMoreDto, { nullable: true })
  @ApiPropertyOptional({ type: () => LoadMoreDto })
  loadMore?: LoadMoreDto;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  blockTrackers: boolean;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  screenshots: boolean;
}

@ObjectType('Duplicates', { description: 'What is done about pages that repeat the text of earlier ones' })
export class DuplicatesDto {
  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  exact: boolean;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  nearDistance: number;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  reward: boolean;
}

@ObjectType('Traps', { description: 'Crawler traps' })
export class TrapsDto {
  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  detect: boolean;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  maxPerPattern: number;
}
