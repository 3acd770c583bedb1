import { Args, Query, Resolver } from '@nestjs/graphql';
import { CALLS } from './policies.controller.js';
import { PolicyDto } from './dto/policy.dto.js';
import { PoliciesService } from './policies.service.js';

@Resolver(() => PolicyDto)
export class PoliciesResolver {
  constructor(private readonly service: PoliciesService) {}

  @Query(() => [PolicyDto], { description: CALLS.listPolicies })
  policies(): PolicyDto[] {
    return this.service.list();
  }

  @Query(() => PolicyDto, { description: CALLS.getPolicy })
  policy(@Args('name', { type: () => String }) name: string): PolicyDto {
    return this.service.get(name);
  }
}
