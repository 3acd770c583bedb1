import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  ApiProblem,
  IdempotencyKeyHeader,
  PageArgs,
  pageOf,
  sendSecret,
  UuidPipe,
} from '../../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../../platform/idempotency/index.js';
import { Call } from '../calls.js';
import { CreateApiKeyInput, NewApiKeyDto, ApiKeyDto, ApiKeyPage, RotateApiKeyInput } from '../dto/api-key.dto.js';
import type { NewProjectKey } from './project-key.js';
import { ProjectKeysService } from './project-keys.service.js';

const pathOf = ({ projectId, id }: NewProjectKey): string => `projects/${projectId}/keys/${id}`;

@ApiTags('projects')
@Controller('projects/:projectId/keys')
export class ProjectKeysController {
  constructor(private readonly keys: ProjectKeysService) {}

  @Post()
  @Call('createApiKey')
  @ApiCreatedResponse({ type: NewApiKeyDto })
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async create(
    @Param('projectId', UuidPipe) projectId: string,
    @Body() input: CreateApiKeyInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewApiKeyDto> {
    return sendSecret(reply, await this.keys.create(projectId, input, key), pathOf);
  }

  @Get()
  @Call('listApiKeys')
  @ApiOkResponse({ type: ApiKeyPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Param('projectId', UuidPipe) projectId: string, @Query() args: PageArgs): Promise<ApiKeyPage> {
    return pageOf(await this.keys.list(projectId, args), args);
  }

  @Get(':id')
  @Call('getApiKey')
  @ApiOkResponse({ type: ApiKeyDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  get(@Param('projectId', UuidPipe) projectId: string, @Param('id', UuidPipe) id: string): Promise<ApiKeyDto> {
    return this.keys.get(projectId, id);
  }

  @Post(':id/rotate')
  @Call('rotateApiKey')
  @ApiCreatedResponse({ type: NewApiKeyDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async rotate(
    @Param('projectId', UuidPipe) projectId: string,
    @Param('id', UuidPipe) id: string,
    @Body() { overlapSeconds }: RotateApiKeyInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewApiKeyDto> {
    return sendSecret(reply, await this.keys.rotate(projectId, id, overlapSeconds ?? undefined), pathOf);
  }

  @Delete(':id')
  @HttpCode(204)
  @Call('revokeApiKey')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async revoke(@Param('projectId', UuidPipe) projectId: string, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.keys.revoke(projectId, id);
  }
}
