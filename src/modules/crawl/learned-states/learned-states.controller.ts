import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, UuidPipe } from '../../../platform/api/index.js';
import { Call } from './calls.js';
import { LearnedStateDto } from './dto/learned-state.dto.js';
import { LearnedStatesService } from './learned-states.service.js';

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
