import { Field, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { PAGE_CHANGES, type PageChange } from '../../../domain/session/index.js';
import { type Outcome, OutcomeEnum, OUTCOMES } from '../../sessions/index.js';
import { PageChangeEnum } from './change.dto.js';
import { RENDER_REASONS, type RenderReason, RenderReasonEnum } from './render-reason.js';

@ObjectType({ description: 'How many steps or URLs share a property' })
export class NamedCountDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  name: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  count: number;
}

@ObjectType('StepsByOutcome')
export class StepsByOutcomeDto {
  @Field(() => OutcomeEnum)
  @ApiProperty({ enum: OUTCOMES })
  name: Outcome;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  count: number;
}

@ObjectType('PagesByRenderReason')
export class PagesByRenderReasonDto {
  @Field(() => RenderReasonEnum)
  @ApiProperty({ enum: RENDER_REASONS })
  name: RenderReason;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  count: number;
}

@ObjectType('PagesByChange')
export class PagesByChangeDto {
  @Field(() => PageChangeEnum)
  @ApiProperty({ enum: PAGE_CHANGES })
  name: PageChange;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  count: number;
}

@ObjectType('FetchReport', { description: 'How a session fetched and read its pages' })
export class FetchReportDto {
  @Field(() => [StepsByOutcomeDto], { description: 'Steps by outcome: `page`, or the kind of failure' })
  @ApiProperty({ type: [StepsByOutcomeDto], description: 'Steps by outcome: `page`, or the kind of failure' })
  outcomes: StepsByOutcomeDto[];

  @Field(() => Int, { description: 'Steps that were a later attempt' })
  @ApiProperty({ type: 'integer', description: 'Steps that were a later attempt' })
  retries: number;

  @Field(() => Int, { description: 'Pages that came at a later attempt' })
  @ApiProperty({ type: 'integer', description: 'Pages that came at a later attempt' })
  recovered: number;

  @Field(() => Int, { description: 'Pages loaded in Chromium' })
  @ApiProperty({ type: 'integer', description: 'Pages loaded in Chromium' })
  rendered: number;

  @Field(() => [PagesByRenderReasonDto], { description: 'Pages by why they were loaded in Chromium, or why not' })
  @ApiProperty({ type: [PagesByRenderReasonDto], description: 'Pages by why they were loaded in Chromium, or why not' })
  renderReasons: PagesByRenderReasonDto[];

  @Field(() => Int, { description: 'Pages that repeat the text of an earlier one' })
  @ApiProperty({ type: 'integer', description: 'Pages that repeat the text of an earlier one' })
  duplicates: number;

  @Field(() => Int, { description: 'Pages that ask not to be indexed' })
  @ApiProperty({ type: 'integer', description: 'Pages that ask not to be indexed' })
  noindex: number;

  @Field(() => Int, { description: 'Pages that a limit cut' })
  @ApiProperty({ type: 'integer', description: 'Pages that a limit cut' })
  truncated: number;

  @Field(() => [NamedCountDto], { description: 'Pages by language, the most frequent' })
  @ApiProperty({ type: [NamedCountDto], description: 'Pages by language, the most frequent' })
  languages: NamedCountDto[];

  @Field(() => [PagesByChangeDto], { description: "Pages by what became of them since the topic's last visit" })
  @ApiProperty({ type: [PagesByChangeDto], description: "Pages by what became of them since the topic's last visit" })
  changes: PagesByChangeDto[];

  @Field(() => [NamedCountDto], { description: 'URLs left out, by kind of rule: scope and traps' })
  @ApiProperty({ type: [NamedCountDto], description: 'URLs left out, by kind of rule: scope and traps' })
  leftOut: NamedCountDto[];
}
