import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { LearnedStatesController } from './learned-states.controller.js';
import { LearnedStatesRepository } from './learned-states.repository.js';
import { LearnedStatesResolver } from './learned-states.resolver.js';
import { LearnedStatesService } from './learned-states.service.js';

@Module({
  imports: [SessionsModule],
  controllers: [LearnedStatesController],
  providers: [LearnedStatesService, LearnedStatesRepository, LearnedStatesResolver],
})
export class LearnedStatesModule {}
