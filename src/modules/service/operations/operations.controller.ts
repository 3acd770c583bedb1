import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { OperationsDto } from './dto/operations.dto.js';
import { OperationsService } from './operations.service.js';
import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getOperations:
    'State of the service over all projects: processes, waiting and running work, leases, and the database. For operators',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('operations')
@Controller('operations')
export class OperationsController {
  constructor(private readonly operations: OperationsService) {}

  @Get()
  @Call('getOperations')
  @ApiOkResponse({ type: OperationsDto })
  get(): Promise<OperationsDto> {
    return this.operations.get();
  }
}
