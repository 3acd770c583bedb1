import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, UuidPipe, operationsOf } from '../../../platform/api/index.js';
import { LearnedStateDto } from './dto/learned-state.dto.js';
import { LearnedStatesService } from './learned-states.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getLearnedState:
    'The learned state of the policy of a session: the parts that it has of tree, arms, weights and foragers. A worker writes it every few seconds while the session runs, and at its end. There is none before the first page',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('sessions')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class LearnedStatesController {
  constructor(private readonly learnedStates: LearnedStatesService) {}

  @Get('learned-state')
  @Call('getLearnedState')
  @ApiOkResponse({ type: LearnedStateDto })
  @ApiNoContentResponse({ description: 'The policy has learnt nothing yet' })
  async learnedState(
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LearnedStateDto | undefined> {
    const learnedState = await this.learnedStates.of(id);
    if (learnedState !== null) return learnedState;
    void reply.status(204);
    return undefined;
  }
}
