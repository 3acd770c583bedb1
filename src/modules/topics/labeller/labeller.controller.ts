import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, pageOf, UuidPipe } from '../../../platform/api/index.js';
import { Call } from './calls.js';
import { LabellerDto, LabellerLabelArgs, LabellerLabelPage, toLabellerDto } from './dto/labeller.dto.js';
import { LabellerService } from './labeller.service.js';

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
