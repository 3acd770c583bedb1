import { Int, ObjectType } from '@nestjs/graphql';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import { ApiField, Connection, Page } from '../../../../platform/api/index.js';
import { OutcomeEnum } from './session.enums.js';

@ObjectType('SeedOutcome', { description: 'Outcome of a URL from which the crawl started' })
export class SeedOutcomeDto {
  @ApiField(Int, { description: 'Place among the seeds, from 0', example: 0 })
  position: number;

  @ApiField(String, { example: 'http://localhost:8000/' })
  url: string;

  @ApiField(Boolean, { description: 'Whether it brought a page', example: false })
  reached: boolean;

  @ApiField(OutcomeEnum, {
    description: '`page`, how its last attempt failed, or `out-of-scope`; null while it waits',
    example: 'blocked-address',
    nullable: true,
  })
  outcome: StepOutcome | null;

  @ApiField(String, { description: 'More about a failure', example: 'localhost is a private name', nullable: true })
  message: string | null;

  @ApiField(Int, { example: null, nullable: true })
  httpStatus: number | null;

  @ApiField(Int, { description: 'Step of its last attempt', example: 0, nullable: true })
  step: number | null;

  @ApiField(String, {
    description: 'The settings that would allow it, if a rule of the service or the session refused it',
    example: 'CRAWL_ALLOW_PRIVATE_NETWORKS=true',
    nullable: true,
  })
  allowedBy: string | null;
}

export class SeedOutcomePage extends Page(SeedOutcomeDto) {}

@ObjectType()
export class SeedOutcomeConnection extends Connection(SeedOutcomeDto, 'SeedOutcome') {}
