import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, pageOf, UuidPipe, operationsOf } from '../../../platform/api/index.js';
import { LabellerDto, LabellerLabelArgs, LabellerLabelPage, toLabellerDto } from './dto/labeller.dto.js';
import { LabellerService } from './labeller.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getLabeller: 'How far the labeller agrees with people on this topic, and whether its labels may be used',
  listLabellerLabels: 'Labels that the labeller has given, newest first. They are no examples',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('labels')
@Controller('topics/:topicId')
export class LabellerController {
  constructor(private readonly labeller: LabellerService) {}

  @Get('labeller')
  @Call('getLabeller')
  @ApiOkResponse({ type: LabellerDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async state(@Param('topicId', UuidPipe) topicId: string): Promise<LabellerDto> {
    return toLabellerDto(await this.labeller.state(topicId));
  }

  @Get('labeller/labels')
  @Call('listLabellerLabels')
  @ApiOkResponse({ type: LabellerLabelPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(
    @Param('topicId', UuidPipe) topicId: string,
    @Query() args: LabellerLabelArgs,
  ): Promise<LabellerLabelPage> {
    return pageOf(await this.labeller.list(topicId, args, args), args);
  }
}
