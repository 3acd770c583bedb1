import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, wholePageOf, operationsOf } from '../../../platform/api/index.js';
import { PolicyDto, PolicyPage } from './dto/policy.dto.js';
import { PoliciesService } from './policies.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  listPolicies: 'Every policy with the JSON schema of its configuration',
  getPolicy: 'One policy',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('policies')
@Controller('policies')
export class PoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @Call('listPolicies')
  @ApiOkResponse({ type: PolicyPage })
  list(): PolicyPage {
    return wholePageOf(this.policies.list());
  }

  @Get(':name')
  @Call('getPolicy')
  @ApiOkResponse({ type: PolicyDto })
  @ApiProblem('NOT_FOUND')
  get(@Param('name') name: string): PolicyDto {
    return this.policies.get(name);
  }
}
