import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  etagOf,
  IdempotencyKeyHeader,
  IfMatch,
  PageArgs,
  pageOf,
  type Precondition,
  UuidPipe,
} from '../../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../../platform/idempotency/index.js';
import { Call } from '../calls.js';
import {
  CreateSessionTemplateInput,
  SessionTemplateDto,
  SessionTemplatePage,
  UpdateSessionTemplateInput,
} from './session-template.dto.js';
import { SessionTemplatesService } from './session-templates.service.js';

/** The answer, with an entity tag that names its `updatedAt`: a list tells it too. */
function answered(template: SessionTemplateDto, reply: FastifyReply): SessionTemplateDto {
  void reply.header('etag', etagOf(template.updatedAt));
  return template;
}

@ApiTags('sessions')
@Controller('session-templates')
export class SessionTemplatesController {
  constructor(private readonly templates: SessionTemplatesService) {}

  @Post()
  @Call('createSessionTemplate')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: SessionTemplateDto })
  @ApiProblem('VALIDATION_FAILED', 'CONFLICT', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async create(
    @Body() input: CreateSessionTemplateInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionTemplateDto> {
    const template = await this.templates.create(input, key);
    void reply.header('location', `${API_PREFIX}/session-templates/${template.id}`);
    return template;
  }

  @Get()
  @Call('listSessionTemplates')
  @ApiOkResponse({ type: SessionTemplatePage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: PageArgs): Promise<SessionTemplatePage> {
    return pageOf(await this.templates.list(args), args);
  }

  @Get(':id')
  @Call('getSessionTemplate')
  @ApiOkResponse({ type: SessionTemplateDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionTemplateDto> {
    return answered(await this.templates.get(id), reply);
  }

  @Patch(':id')
  @Conditional()
  @Call('updateSessionTemplate')
  @ApiOkResponse({ type: SessionTemplateDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  async update(
    @Param('id', UuidPipe) id: string,
    @Body() input: UpdateSessionTemplateInput,
    @IfMatch() condition: Precondition | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionTemplateDto> {
    return answered(await this.templates.update(id, input, condition), reply);
  }

  @Delete(':id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteSessionTemplate')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.templates.delete(id, condition);
  }
}
