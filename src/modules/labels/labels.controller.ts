import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem, UuidPipe } from '../../platform/api/index.js';
import { LabelCandidateDto, LabelPagesInput, LabelQueueArgs, LabelReportDto } from './dto/label.dto.js';
import { LabelsService } from './labels.service.js';

@ApiTags('labels')
@Controller()
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  @Post('sessions/:id/labels')
  @HttpCode(200)
  @ApiOperation({ summary: 'Label fetched pages: they become examples of the topic', operationId: 'labelPages' })
  @ApiOkResponse({ type: LabelReportDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  label(@Param('id', UuidPipe) id: string, @Body() { labels, train }: LabelPagesInput): Promise<LabelReportDto> {
    return this.labels.label(id, labels, train ?? false);
  }

  @Get('topics/:id/label-queue')
  @ApiOperation({ summary: 'Pages whose labels would help most, best first', operationId: 'getLabelQueue' })
  @ApiOkResponse({ type: [LabelCandidateDto] })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  queue(@Param('id', UuidPipe) topicId: string, @Query() query: LabelQueueArgs): Promise<LabelCandidateDto[]> {
    return this.labels.ask(topicId, query);
  }
}
