import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem, wholePageOf } from '../../platform/api/index.js';
import { PolicyDto, PolicyPage } from './dto/policy.dto.js';
import { PoliciesService } from './policies.service.js';

@ApiTags('policies')
@Controller('policies')
export class PoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @ApiOperation({ summary: 'Every policy with the JSON schema of its configuration', operationId: 'listPolicies' })
  @ApiOkResponse({ type: PolicyPage })
  list(): PolicyPage {
    return wholePageOf(this.policies.list());
  }

  @Get(':name')
  @ApiOperation({ summary: 'One policy', operationId: 'getPolicy' })
  @ApiOkResponse({ type: PolicyDto })
  @ApiProblem('NOT_FOUND')
  get(@Param('name') name: string): PolicyDto {
    return this.policies.get(name);
  }
}
