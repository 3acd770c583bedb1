import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { wholePageOf, operationsOf } from '../../../platform/api/index.js';
import { RecordedWebPage } from './dto/recorded-web.dto.js';
import { WebLibraryService } from './web-library.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  listRecordedWebs:
    'The recorded webs on this server, on which spiders can be trained and policies compared without a crawl',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('spiders')
@Controller('recorded-webs')
export class WebLibraryController {
  constructor(private readonly library: WebLibraryService) {}

  @Get()
  @Call('listRecordedWebs')
  @ApiOkResponse({ type: RecordedWebPage })
  async list(): Promise<RecordedWebPage> {
    return wholePageOf(await this.library.list());
  }
}
