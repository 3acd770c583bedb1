import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, pageOf, UuidPipe, wholePageOf } from '../../../platform/api/index.js';
import { Call } from './calls.js';
import {
  ReplayedMessagesDto,
  ReplayWebhookMessagesInput,
  WebhookAttemptPage,
  WebhookMessageArgs,
  WebhookMessageDto,
  WebhookMessagePage,
} from './dto/webhook-message.dto.js';
import { WebhookMessagesService } from './webhook-messages.service.js';

@ApiTags('webhooks')
@Controller('webhooks/:webhookId')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class WebhookMessagesController {
  constructor(private readonly messages: WebhookMessagesService) {}

  @Post('test')
  @HttpCode(200)
  @Call('testWebhook')
  @ApiOkResponse({ type: WebhookMessageDto })
  @ApiProblem('INVALID_STATE')
  test(@Param('webhookId', UuidPipe) webhookId: string): Promise<WebhookMessageDto> {
    return this.messages.test(webhookId);
  }

  @Post('replay')
  @HttpCode(200)
  @Call('replayWebhookMessages')
  @ApiOkResponse({ type: ReplayedMessagesDto })
  @ApiProblem('INVALID_STATE')
  async replayFailed(
    @Param('webhookId', UuidPipe) webhookId: string,
    @Body() { since }: ReplayWebhookMessagesInput,
  ): Promise<ReplayedMessagesDto> {
    return { replayed: await this.messages.replayFailed(webhookId, since) };
  }

  @Get('messages')
  @Call('listWebhookMessages')
  @ApiOkResponse({ type: WebhookMessagePage })
  async list(
    @Param('webhookId', UuidPipe) webhookId: string,
    @Query() args: WebhookMessageArgs,
  ): Promise<WebhookMessagePage> {
    return pageOf(await this.messages.list(webhookId, args, args), args);
  }

  @Get('messages/:id')
  @Call('getWebhookMessage')
  @ApiOkResponse({ type: WebhookMessageDto })
  get(@Param('webhookId', UuidPipe) webhookId: string, @Param('id', UuidPipe) id: string): Promise<WebhookMessageDto> {
    return this.messages.get(webhookId, id);
  }

  @Get('messages/:id/attempts')
  @Call('listWebhookAttempts')
  @ApiOkResponse({ type: WebhookAttemptPage })
  async attempts(
    @Param('webhookId', UuidPipe) webhookId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<WebhookAttemptPage> {
    return wholePageOf(await this.messages.attempts(webhookId, id));
  }

  @Post('messages/:id/replay')
  @HttpCode(200)
  @Call('replayWebhookMessage')
  @ApiOkResponse({ type: WebhookMessageDto })
  @ApiProblem('INVALID_STATE')
  replay(
    @Param('webhookId', UuidPipe) webhookId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<WebhookMessageDto> {
    return this.messages.replay(webhookId, id);
  }
}
