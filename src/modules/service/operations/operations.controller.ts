import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Call } from './calls.js';
import { OperationsDto } from './dto/operations.dto.js';
import { OperationsService } from './operations.service.js';

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
