import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  RequestedBy,
  type Requester,
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  mapSlice,
  PageArgs,
  pageOf,
  type Precondition,
  UuidPipe,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { Call } from './calls.js';
import { SeedOutcomePage } from './dto/seed-outcome.dto.js';
import { SessionEventPage, SessionEventsArgs, SwitchModelInput } from './dto/session-event.dto.js';
import { SessionDto, SessionPage, SessionsArgs, TopicSessionsArgs } from './dto/session.dto.js';
import { CreateSessionInput, ExtendSessionInput, UpdateSessionInput } from './dto/session.input.js';
import { toSessionDto } from './sessions.mapper.js';
import { SessionHistoryService } from './session-history.service.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('sessions')
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly history: SessionHistoryService,
  ) {}

  @Post('topics/:id/sessions')
  @HttpCode(202)
  @Call('createSession')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({
    type: SessionDto,
    headers: { Location: { description: 'The session', schema: { type: 'string' } } },
  })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async create(
    @Param('id', UuidPipe) topicId: string,
    @Body() input: CreateSessionInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @RequestedBy() requester: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    const session = await this.sessions.create(topicId, input, requester, key);
    void reply.header('location', `${API_PREFIX}/sessions/${session.id}`);
    return toSessionDto(session);
  }

  @Get('topics/:id/sessions')
  @Call('listTopicSessions')
  @ApiOkResponse({ type: SessionPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async ofTopic(@Param('id', UuidPipe) topicId: string, @Query() query: TopicSessionsArgs): Promise<SessionPage> {
    const { state, startedBy, search } = query;
    return pageOf(
      mapSlice(await this.sessions.list({ topicId, state, startedBy, search }, query), (session) =>
        toSessionDto(session),
      ),
      query,
    );
  }

  @Get('sessions')
  @Call('listSessions')
  @ApiOkResponse({ type: SessionPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Query() query: SessionsArgs): Promise<SessionPage> {
    return pageOf(
      mapSlice(await this.sessions.list(query, query), (session) => toSessionDto(session)),
      query,
    );
  }

  @Get('sessions/:id')
  @Call('getSession')
  @ApiOkResponse({ type: SessionDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.get(id));
  }

  @Patch('sessions/:id')
  @Conditional()
  @Call('updateSession')
  @ApiOkResponse({ type: SessionDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async update(
    @Param('id', UuidPipe) id: string,
    @Body() patch: UpdateSessionInput,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.label(id, patch, condition));
  }

  @Post('sessions/:id/model')
  @Conditional()
  @HttpCode(202)
  @Call('switchModel')
  @ApiAcceptedResponse({ type: SessionDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async switchModel(
    @Param('id', UuidPipe) id: string,
    @Body() { modelId }: SwitchModelInput,
    @RequestedBy() requester: Requester,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.switchModel(id, modelId, requester, condition));
  }

  @Get('sessions/:id/events')
  @Call('listSessionEvents')
  @ApiOkResponse({ type: SessionEventPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async events(@Param('id', UuidPipe) id: string, @Query() query: SessionEventsArgs): Promise<SessionEventPage> {
    return pageOf(await this.history.events(id, query.kind ?? null, query), query);
  }

  @Get('sessions/:id/seed-outcomes')
  @Call('listSeedOutcomes')
  @ApiOkResponse({ type: SeedOutcomePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async seedOutcomes(@Param('id', UuidPipe) id: string, @Query() query: PageArgs): Promise<SeedOutcomePage> {
    return pageOf(await this.history.seedOutcomes(id, query), query);
  }

  @Post('sessions/:id/pause')
  @Conditional()
  @HttpCode(202)
  @Call('pauseSession')
  @ApiAcceptedResponse({ type: SessionDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async pause(
    @Param('id', UuidPipe) id: string,
    @RequestedBy() requester: Requester,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'pause', requester, condition));
  }

  @Post('sessions/:id/resume')
  @Conditional()
  @HttpCode(202)
  @Call('resumeSession')
  @ApiAcceptedResponse({ type: SessionDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'QUOTA_REACHED')
  async resume(
    @Param('id', UuidPipe) id: string,
    @RequestedBy() requester: Requester,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'resume', requester, condition));
  }

  @Post('sessions/:id/stop')
  @Conditional()
  @HttpCode(202)
  @Call('stopSession')
  @ApiAcceptedResponse({ type: SessionDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async stop(
    @Param('id', UuidPipe) id: string,
    @RequestedBy() requester: Requester,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'stop', requester, condition));
  }

  @Post('sessions/:id/extend')
  @Conditional()
  @HttpCode(202)
  @Call('extendSession')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: SessionDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async extend(
    @Param('id', UuidPipe) id: string,
    @Body() more: ExtendSessionInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @RequestedBy() requester: Requester,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.extend(id, more, requester, key, condition));
  }

  @Delete('sessions/:id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteSession')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.sessions.delete(id, condition);
  }
}
