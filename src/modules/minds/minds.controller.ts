import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, UuidPipe } from '../../platform/api/index.js';
import { Call } from './calls.js';
import { PolicyMindDto } from './dto/mind.dto.js';
import { MindsService } from './minds.service.js';

@ApiTags('sessions')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class MindsController {
  constructor(private readonly minds: MindsService) {}

  @Get('mind')
  @Call('getMind')
  @ApiOkResponse({ type: PolicyMindDto })
  @ApiNoContentResponse({ description: 'The policy has learnt nothing yet' })
  async mind(
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PolicyMindDto | undefined> {
    const mind = await this.minds.of(id);
    if (mind !== null) return mind;
    void reply.status(204);
    return undefined;
  }
}
