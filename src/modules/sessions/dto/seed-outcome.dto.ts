import { Field, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { Connection, Page } from '../../../platform/api/index.js';
import { type Outcome, OutcomeEnum, OUTCOMES } from './outcome.js';

const OUTCOME = '`page`, or how its last attempt failed, or `out-of-scope`; null while it waits';
const ALLOWED_BY =
  'The settings that would let it be fetched, where it was refused by a rule of the service or the session';

@ObjectType('SeedOutcome', { description: 'What became of a URL that the crawl started from' })
export class SeedOutcomeDto {
  @Field(() => Int, { description: 'Place among the seeds, from 0' })
  @ApiProperty({ type: 'integer', example: 0, description: 'Place among the seeds, from 0' })
  position: number;

  @Field(() => String)
  @ApiProperty({ type: String, example: 'http://localhost:8000/' })
  url: string;

  @Field(() => Boolean, { description: 'It brought a page' })
  @ApiProperty({ type: Boolean, example: false, description: 'It brought a page' })
  reached: boolean;

  @Field(() => OutcomeEnum, { nullable: true, description: OUTCOME })
  @ApiProperty({ enum: OUTCOMES, nullable: true, example: 'blocked-address', description: OUTCOME })
  outcome: Outcome | null;

  @Field(() => String, { nullable: true, description: 'More about a failure' })
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'localhost is a private name',
    description: 'More about a failure',
  })
  message: string | null;

  @Field(() => Int, { nullable: true })
  @ApiProperty({ type: 'integer', nullable: true, example: null })
  httpStatus: number | null;

  @Field(() => Int, { nullable: true, description: 'Step of its last attempt' })
  @ApiProperty({ type: 'integer', nullable: true, example: 0, description: 'Step of its last attempt' })
  step: number | null;

  @Field(() => String, { nullable: true, description: ALLOWED_BY })
  @ApiProperty({ type: String, nullable: true, example: 'CRAWL_ALLOW_PRIVATE_NETWORKS=true', description: ALLOWED_BY })
  allowedBy: string | null;
}

export class SeedOutcomePage extends Page(SeedOutcomeDto) {}

@ObjectType()
export class SeedOutcomeConnection extends Connection(SeedOutcomeDto, 'SeedOutcome') {}
