import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { HttpModule } from '../../../platform/http/index.js';
import { CONSOLE_FOLDER, isBuilt, serveConsole } from './console-files.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

/** The web console: its page and files, served by the API process, and the sign-in that replaces a key. */
@Module({ imports: [HttpModule], controllers: [SignInController], providers: [SignInService] })
export class ConsoleModule implements OnModuleInit {
  private readonly logger = new Logger('Console');

  constructor(private readonly host: HttpAdapterHost) {}

  async onModuleInit(): Promise<void> {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    if (isBuilt(CONSOLE_FOLDER)) return serveConsole(server, CONSOLE_FOLDER);
    this.logger.warn('the console was not built (npm run build): / leads to the description of the API');
    server.get('/', async (_request, reply) => reply.redirect('/docs'));
  }
}
