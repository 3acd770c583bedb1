import { Controller, Get, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem, disposition, Produces, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { WACZ } from './export-form.js';
import { GZIP } from './export-format.js';
import { FileNames } from './file-names.js';
import { ExportsService } from './exports.service.js';
import { rangedFile } from './ranged-file.js';
import { WaczService } from './wacz/wacz.service.js';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;

@ApiTags('exports')
@Controller('sessions/:id')
export class ArchiveExportController {
  constructor(
    private readonly exporting: ExportsService,
    private readonly packages: WaczService,
    private readonly names: FileNames,
  ) {}

  @Get('export.warc.gz')
  @Call(
    'exportArchive',
    'A broken download can be continued with `Range: bytes=N-`, because the archive of a session only grows.',
  )
  @ApiHeader({
    name: 'Range',
    required: false,
    description: 'One range of bytes',
    schema: { type: 'string' },
    example: 'bytes=0-1048575',
  })
  @Produces(GZIP)
  @ApiOkResponse({ content: { [GZIP]: FILE } })
  @ApiResponse({ status: 206, description: 'The bytes asked for', content: { [GZIP]: FILE } })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'GONE', 'RANGE_NOT_SATISFIABLE')
  async archive(
    @Param('id', UuidPipe) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { bytes, read } = await this.exporting.archive(id);
    // The tag includes the size: an archive grows only at its end, so existing bytes never change.
    const file = await this.names.ofSession(id, { what: 'warc' });
    return rangedFile({ bytes, read, tag: `"${id}-${bytes}"`, ...file }, request, reply);
  }

  @Get('export.wacz')
  @Call(
    'exportWacz',
    'WACZ 1.1.1, as replayweb.page and other readers of web archives open it. It is made while it is sent, so a broken download has to begin again; stored exports (`POST /v1/sessions/{id}/exports`) can be continued.',
  )
  @Produces(WACZ)
  @ApiOkResponse({ content: { [WACZ]: FILE } })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'GONE')
  async wacz(@Param('id', UuidPipe) id: string): Promise<StreamableFile> {
    const { type, name } = await this.names.ofSession(id, { what: 'wacz' });
    return new StreamableFile(await this.packages.of(id), { type, disposition: disposition(name) });
  }
}
