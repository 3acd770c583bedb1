import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { wholePageOf } from '../../../platform/api/index.js';
import { Call } from './calls.js';
import { RecordedWebPage } from './dto/recorded-web.dto.js';
import { WebLibraryService } from './web-library.service.js';

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
