import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { SessionFeedRepository } from './session-feed.repository.js';
import { SessionFeeds } from './session-feeds.service.js';
import { SessionStreamsController } from './session-streams.controller.js';
import { SessionStreamsResolver } from './session-streams.resolver.js';

@Module({
  imports: [SessionsModule],
  controllers: [SessionStreamsController],
  providers: [SessionFeedRepository, SessionFeeds, SessionStreamsResolver],
})
export class SessionStreamsModule {}
