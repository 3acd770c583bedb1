import { Args, Query, Resolver } from '@nestjs/graphql';
import { PolicyDto } from './dto/policy.dto.js';
import { PoliciesService } from './policies.service.js';

@Resolver(() => PolicyDto)
export class PoliciesResolver {
  constructor(private readonly service: PoliciesService) {}

  @Query(() => [PolicyDto])
  policies(): PolicyDto[] {
    return this.service.list();
  }

  @Query(() => PolicyDto)
  policy(@Args('name', { type: () => String }) name: string): PolicyDto {
    return this.service.get(name);
  }
}
