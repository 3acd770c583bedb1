import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { LinkDto } from './link.dto.js';

@ObjectType('TreeLeaf', { description: 'A leaf of the Tree-Frontier' })
export class TreeLeafDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  id: number;

  @Field(() => [String], { description: 'Rules from the root to the leaf' })
  @ApiProperty({ type: [String], description: 'Rules from the root to the leaf' })
  rules: string[];
}

@ObjectType('PathStep', { description: 'A page on the path from a seed' })
export class PathStepDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  step: number;

  @Field(() => String)
  @ApiProperty({ type: String })
  url: string;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  title: string | null;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  relevant: boolean;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  probability: number;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  reward: number;
}

@ObjectType('PageWhy', { description: 'Why a page was fetched' })
export class PageWhyDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  policy: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  policyVersion: number;

  @Field(() => Float, {
    nullable: true,
    description: "The policy's value of the choice on its own scale: Q-value, probability, queue key",
  })
  @ApiProperty({
    type: Number,
    nullable: true,
    description: "The policy's value of the choice on its own scale: Q-value, probability, queue key",
  })
  value: number | null;

  @Field(() => Boolean, { description: 'Chance decided, not the value' })
  @ApiProperty({ type: Boolean, description: 'Chance decided, not the value' })
  exploration: boolean;

  /** GraphQL has it as a list. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    nullable: true,
    description: 'Features by name as they were at the moment of choice',
  })
  features: Record<string, number> | null;

  @Field(() => TreeLeafDto, { nullable: true })
  @ApiProperty({ type: () => TreeLeafDto, nullable: true })
  leaf: TreeLeafDto | null;

  @Field(() => Int, { nullable: true, description: 'Place of the choice among the options compared, from 1' })
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Place of the choice among the options compared, from 1',
  })
  rank: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of the options compared' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'Number of the options compared' })
  options: number | null;

  @Field(() => Int, { description: 'Steps completed before this one was chosen' })
  @ApiProperty({ type: 'integer', description: 'Steps completed before this one was chosen' })
  chosenAfter: number;

  @Field(() => LinkDto, { nullable: true, description: 'The link that was followed; null for a seed' })
  @ApiProperty({ type: () => LinkDto, nullable: true, description: 'The link that was followed; null for a seed' })
  link: LinkDto | null;

  @Field(() => [PathStepDto], {
    description: 'From the seed to the page itself; of a longer path the last thousand steps',
  })
  @ApiProperty({
    type: () => [PathStepDto],
    description: 'From the seed to the page itself; of a longer path the last thousand steps',
  })
  path: PathStepDto[];
}
