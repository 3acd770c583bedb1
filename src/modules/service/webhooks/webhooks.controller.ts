import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  PageArgs,
  pageOf,
  type Precondition,
  sendSecret,
  UuidPipe,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { Call } from './calls.js';
import {
  CreateWebhookInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  WebhookDto,
  WebhookPage,
  WebhookWithSecretDto,
} from './dto/webhook.dto.js';
import type { WebhookWithSecret } from './webhook.js';
import { WebhooksService } from './webhooks.service.js';

const pathOf = ({ id }: WebhookWithSecret): string => `webhooks/${id}`;

@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @Call('createWebhook')
  @ApiCreatedResponse({ type: WebhookWithSecretDto })
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async create(
    @Body() input: CreateWebhookInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookWithSecretDto> {
    return sendSecret(reply, await this.webhooks.create(input, key), pathOf);
  }

  @Get()
  @Call('listWebhooks')
  @ApiOkResponse({ type: WebhookPage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: PageArgs): Promise<WebhookPage> {
    return pageOf(await this.webhooks.list(args), args);
  }

  @Get(':id')
  @Call('getWebhook')
  @ApiOkResponse({ type: WebhookDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  get(@Param('id', UuidPipe) id: string): Promise<WebhookDto> {
    return this.webhooks.get(id);
  }

  @Patch(':id')
  @Conditional()
  @Call('updateWebhook')
  @ApiOkResponse({ type: WebhookDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  update(
    @Param('id', UuidPipe) id: string,
    @Body() patch: UpdateWebhookInput,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<WebhookDto> {
    return this.webhooks.update(id, patch, condition);
  }

  @Delete(':id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteWebhook')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.webhooks.delete(id, condition);
  }

  @Post(':id/rotate')
  @Call('rotateWebhookSecret')
  @ApiCreatedResponse({ type: WebhookWithSecretDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  async rotate(
    @Param('id', UuidPipe) id: string,
    @Body() { overlapSeconds }: RotateWebhookSecretInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookWithSecretDto> {
    return sendSecret(reply, await this.webhooks.rotate(id, overlapSeconds ?? undefined), pathOf);
  }
}
