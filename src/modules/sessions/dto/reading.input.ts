import { Field, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';

/** Settings about what a page is and how it is read. As in `session.input.ts`: described here, checked and given defaults by `sessionConfigSchema`. */
export const integer = (description: string, minimum: number, maximum: number) => ({
  type: 'integer' as const,
  minimum,
  maximum,
  description,
});

export const WAITS = ['dom', 'idle', 'selector', 'time'] as const;
export const WaitUntilEnum = { DOM: 'dom', IDLE: 'idle', SELECTOR: 'selector', TIME: 'time' } as const;
registerEnumType(WaitUntilEnum, { name: 'WaitUntil', description: 'When a page in Chromium is read' });

@InputType({ description: 'When a page in Chromium is read' })
export class WaitInput {
  @Field(() => WaitUntilEnum)
  @ApiProperty({
    enum: WAITS,
    description: 'Once its DOM is ready, its network idle, a selector present, or after a fixed time from its load',
  })
  @Allow()
  until: string;

  @Field(() => String, { nullable: true, description: 'For `SELECTOR`' })
  @ApiPropertyOptional({ type: String, maxLength: 500, description: 'For `selector`' })
  @Allow()
  selector?: string | null;

  @Field(() => Int, { nullable: true, description: 'For `TIME`' })
  @ApiPropertyOptional(integer('For `time`, ms', 0, 60_000))
  @Allow()
  ms?: number | null;
}

@InputType({ description: 'A "load more" button to click' })
export class LoadMoreInput {
  @Field(() => String)
  @ApiProperty({ type: String, maxLength: 500 })
  @Allow()
  selector: string;

  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional({ ...integer('Clicks, at most', 1, 50), default: 5 })
  @Allow()
  clicks?: number | null;
}

@InputType({ description: 'How Chromium is used for pages that are rendered' })
export class RenderingInput {
  @Field(() => WaitInput, { nullable: true })
  @ApiPropertyOptional({ type: () => WaitInput })
  @Allow()
  wait?: WaitInput | null;

  @Field(() => Int, { nullable: true, description: 'Screens to scroll down' })
  @ApiPropertyOptional({ ...integer('Screens to scroll down', 0, 50), default: 0 })
  @Allow()
  scroll?: number | null;

  @Field(() => LoadMoreInput, { nullable: true })
  @ApiPropertyOptional({ type: () => LoadMoreInput })
  @Allow()
  loadMore?: LoadMoreInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Load nothing from known trackers; true unless given' })
  @ApiPropertyOptional({
    type: Boolean,
    default: true,
    description: 'Load nothing from known trackers and advertisers',
  })
  @Allow()
  blockTrackers?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Keep a thumbnail of each relevant page that was rendered' })
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Keep a thumbnail of each relevant page that was rendered',
  })
  @Allow()
  screenshots?: boolean | null;
}

@InputType({ description: 'What is done about pages that repeat the text of earlier ones' })
export class DuplicatesInput {
  @Field(() => Boolean, { nullable: true, description: 'Look for the same text; true unless given' })
  @ApiPropertyOptional({ type: Boolean, default: true, description: 'Look for the same text' })
  @Allow()
  exact?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Bits of 64 in which the simhash of a near-duplicate may differ; 0 looks for none',
  })
  @ApiPropertyOptional({
    ...integer('Bits of 64 in which the simhash of a near-duplicate may differ; 0 looks for none', 0, 10),
    default: 3,
  })
  @Allow()
  nearDistance?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Let duplicates be relevant and earn reward' })
  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Let duplicates be relevant and earn reward' })
  @Allow()
  reward?: boolean | null;
}

@InputType({ description: 'Crawler traps' })
export class TrapsInput {
  @Field(() => Boolean, { nullable: true, description: 'Leave out links that look like traps; true unless given' })
  @ApiPropertyOptional({ type: Boolean, default: true, description: 'Leave out links that look like traps' })
  @Allow()
  detect?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'URLs taken from one host with the same pattern, at most' })
  @ApiPropertyOptional({
    ...integer('URLs taken from one host with the same pattern, at most', 10, 10_000_000),
    default: 50_000,
  })
  @Allow()
  maxPerPattern?: number | null;
}
