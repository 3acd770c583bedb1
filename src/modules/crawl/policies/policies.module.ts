import { Module } from '@nestjs/common';
import { PoliciesController } from './policies.controller.js';
import { PoliciesResolver } from './policies.resolver.js';
import { PoliciesService } from './policies.service.js';

@Module({
  controllers: [PoliciesController],
  providers: [PoliciesService, PoliciesResolver],
})
export class PoliciesModule {}
