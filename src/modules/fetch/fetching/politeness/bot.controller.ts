import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { botPage } from './bot-page.js';

/** The page that the user agent names, for site owners. Needs no key. */
@ApiExcludeController()
@Controller()
export class BotController {
  private readonly page: string;

  constructor(@Inject(APP_CONFIG) config: Pick<AppConfig, 'CRAWL_CONTACT_URL' | 'CRAWL_USER_AGENT'>) {
    this.page = botPage(config.CRAWL_USER_AGENT, config.CRAWL_CONTACT_URL);
  }

  @Get('bot')
  @Header('content-type', 'text/html; charset=utf-8')
  explain(): string {
    return this.page;
  }
}
