import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { MindsController } from './minds.controller.js';
import { MindsRepository } from './minds.repository.js';
import { MindsResolver } from './minds.resolver.js';
import { MindsService } from './minds.service.js';

@Module({
  imports: [SessionsModule],
  controllers: [MindsController],
  providers: [MindsService, MindsRepository, MindsResolver],
})
export class MindsModule {}
