import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, IdempotencyKeyHeader, PageArgs, pageOf, UuidPipe } from '../../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../../platform/idempotency/index.js';
import { Call } from '../calls.js';
import { CreateShareInput, NewShareDto, SharePage } from './dto/share.dto.js';
import { SharesService } from './shares.service.js';

/** Share links of collections, for the owners of these. */
@ApiTags('collections')
@Controller()
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class SharesController {
  constructor(private readonly shares: SharesService) {}

  @Post('topics/:id/shares')
  @Call('createShare')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: NewShareDto })
  @ApiProblem('CONFLICT', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  create(
    @Param('id', UuidPipe) id: string,
    @Body() input: CreateShareInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewShareDto> {
    void reply.header('cache-control', 'no-store');
    return this.shares.create(id, input, key);
  }

  @Get('topics/:id/shares')
  @Call('listShares')
  @ApiOkResponse({ type: SharePage })
  async list(@Param('id', UuidPipe) id: string, @Query() args: PageArgs): Promise<SharePage> {
    return pageOf(await this.shares.list(id, args), args);
  }

  @Delete('shares/:id')
  @HttpCode(204)
  @Call('revokeShare')
  @ApiNoContentResponse()
  async revoke(@Param('id', UuidPipe) id: string): Promise<void> {
    await this.shares.revoke(id);
  }
}
