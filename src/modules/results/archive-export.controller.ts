import { Controller, Get, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ApiProblem, UuidPipe } from '../../platform/api/index.js';
import { ExportsService } from './exports.service.js';

@ApiTags('exports')
@Controller('sessions/:id')
export class ArchiveExportController {
  constructor(private readonly exporting: ExportsService) {}

  @Get('export.warc.gz')
  @ApiOperation({ summary: 'All that was fetched, as a WARC file; of a running session what is fetched so far', operationId: 'exportArchive' })
  @ApiProduces('application/gzip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async archive(@Param('id', UuidPipe) id: string): Promise<StreamableFile> {
    return new StreamableFile(await this.exporting.archive(id), { type: 'application/gzip', disposition: `attachment; filename="gleaner-${id}.warc.gz"` });
  }
}
