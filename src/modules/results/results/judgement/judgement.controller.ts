import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { JudgementDto } from '../dto/judgement.dto.js';
import { JudgementService } from './judgement.service.js';

@ApiTags('results')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class JudgementController {
  constructor(private readonly judgements: JudgementService) {}

  @Get('judgement')
  @Call('getJudgement')
  @ApiOkResponse({ type: JudgementDto })
  judgement(@Param('id', UuidPipe) id: string): Promise<JudgementDto> {
    return this.judgements.of(id);
  }
}
