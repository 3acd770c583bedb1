import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, IdempotencyKeyHeader, UuidPipe, wholePageOf } from '../../platform/api/index.js';
import type { IdempotencyKey } from '../../platform/idempotency/index.js';
import { Call } from './calls.js';
import { LabelCandidatePage, LabelPagesInput, LabelQueueArgs, LabelReportDto } from './dto/label.dto.js';
import { LabelsService } from './labels.service.js';

@ApiTags('labels')
@Controller()
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  @Post('sessions/:id/labels')
  @HttpCode(200)
  @Call('labelPages')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOkResponse({ type: LabelReportDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  label(
    @Param('id', UuidPipe) id: string,
    @Body() { labels, train }: LabelPagesInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
  ): Promise<LabelReportDto> {
    return this.labels.label(id, labels, train ?? false, key);
  }

  @Get('topics/:id/label-queue')
  @Call('getLabelQueue')
  @ApiOkResponse({ type: LabelCandidatePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async queue(@Param('id', UuidPipe) topicId: string, @Query() query: LabelQueueArgs): Promise<LabelCandidatePage> {
    return wholePageOf(await this.labels.ask(topicId, query));
  }
}
