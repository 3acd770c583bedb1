import { Controller, Get, Headers, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, Produces, UuidPipe } from '../../platform/api/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { Call } from './calls.js';
import { type ByteRange, rangeOf } from './byte-range.js';
import { ExportsService } from './exports.service.js';
import { WaczService } from './wacz/wacz.service.js';

const GZIP = 'application/gzip';
const WACZ = 'application/wacz';
const FILE = { schema: { type: 'string', format: 'binary' } } as const;

@ApiTags('exports')
@Controller('sessions/:id')
export class ArchiveExportController {
  constructor(
    private readonly exporting: ExportsService,
    private readonly packages: WaczService,
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
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'RANGE_NOT_SATISFIABLE')
  async archive(
    @Param('id', UuidPipe) id: string,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const content = await this.exporting.archive(id);
    // Names the bytes that there are: an archive grows at its end only, so that those never change.
    const tag = `"${id}-${content.bytes}"`;
    const { from, to } = answer(
      range === undefined || (ifRange !== undefined && ifRange !== tag) ? undefined : range,
      content.bytes,
      reply,
    );
    void reply.header('accept-ranges', 'bytes').header('etag', tag);
    return new StreamableFile(content.read(from, to), {
      type: GZIP,
      disposition: `attachment; filename="gleaner-${id}.warc.gz"`,
      length: to - from,
    });
  }

  @Get('export.wacz')
  @Call(
    'exportWacz',
    'WACZ 1.1.1, as replayweb.page and other readers of web archives open it. It is made while it is sent, so a broken download has to begin again.',
  )
  @Produces(WACZ)
  @ApiOkResponse({ content: { [WACZ]: FILE } })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async wacz(@Param('id', UuidPipe) id: string): Promise<StreamableFile> {
    return new StreamableFile(await this.packages.of(id), {
      type: WACZ,
      disposition: `attachment; filename="gleaner-${id}.wacz"`,
    });
  }
}

/** Which bytes are sent, after saying so in the head. */
function answer(header: string | undefined, bytes: number, reply: FastifyReply): ByteRange {
  try {
    const range = rangeOf(header, bytes);
    if (range === null) return { from: 0, to: bytes };
    void reply.status(206).header('content-range', `bytes ${range.from}-${range.to - 1}/${bytes}`);
    return range;
  } catch (error) {
    if (error instanceof DomainError) void reply.header('content-range', `bytes */${bytes}`);
    throw error;
  }
}
