import { Query, Resolver } from '@nestjs/graphql';
import { CALLS } from './operations.controller.js';
import { OperationsDto } from './dto/operations.dto.js';
import { OperationsService } from './operations.service.js';

@Resolver(() => OperationsDto)
export class OperationsResolver {
  constructor(private readonly service: OperationsService) {}

  @Query(() => OperationsDto, { description: CALLS.getOperations })
  operations(): Promise<OperationsDto> {
    return this.service.get();
  }
}
