import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  mapSlice,
  PageArgs,
  pageOf,
  type Precondition,
  ProducesFile,
  UuidPipe,
  operationsOf,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { EXPORT_MEDIA_TYPES, exportFile, LINK_MEDIA_TYPES, rangedFile, WACZ } from '../results/index.js';
import { CreateCollectionExportInput } from './dto/collection-export.dto.js';
import { CreateExportInput, StoredExportDto, StoredExportPage, toStoredExportDto } from './dto/stored-export.dto.js';
import { StoredExportsService } from './stored-exports.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createExport:
    'Export the results of a session as a stored file. This starts a job; when it ends, the export is completed, or failed with the reason. Downloads of the file can be continued',
  createCollectionExport:
    'Export the collection of a topic as a stored file: a list, or the archived fetches of its pages. A job makes it, as for sessions',
  listCollectionExports: 'Stored exports of the collection of a topic, newest first',
  listExports: 'Stored exports of a session, newest first',
  getExport: 'A stored export: its contents, progress, size and hash',
  deleteExport: 'Delete a stored export with its file. One that is being made is cancelled',
  downloadExport: 'The file of a stored export',
} as const;

const Call = operationsOf(CALLS);

const FILE = { type: 'string', format: 'binary' } as const;

@ApiTags('exports')
@Controller()
export class StoredExportsController {
  constructor(private readonly exporting: StoredExportsService) {}

  @Post('sessions/:id/exports')
  @HttpCode(202)
  @Call('createExport')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: StoredExportDto })
  @ApiProblem(
    'VALIDATION_FAILED',
    'NOT_FOUND',
    'CONFLICT',
    'INVALID_STATE',
    'GONE',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_PROGRESS',
  )
  async create(
    @Param('id', UuidPipe) id: string,
    @Body() input: CreateExportInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StoredExportDto> {
    const stored = await this.exporting.create(id, input, key);
    void reply.header('location', `${API_PREFIX}/exports/${stored.id}`);
    return toStoredExportDto(stored);
  }

  @Get('sessions/:id/exports')
  @Call('listExports')
  @ApiOkResponse({ type: StoredExportPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Param('id', UuidPipe) id: string, @Query() args: PageArgs): Promise<StoredExportPage> {
    return pageOf(mapSlice(await this.exporting.list(id, args), toStoredExportDto), args);
  }

  @Post('topics/:id/exports')
  @HttpCode(202)
  @Call('createCollectionExport')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: StoredExportDto })
  @ApiProblem(
    'VALIDATION_FAILED',
    'NOT_FOUND',
    'CONFLICT',
    'INVALID_STATE',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_PROGRESS',
  )
  async createOfTopic(
    @Param('id', UuidPipe) id: string,
    @Body() input: CreateCollectionExportInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StoredExportDto> {
    const stored = await this.exporting.createOfTopic(id, input, key);
    void reply.header('location', `${API_PREFIX}/exports/${stored.id}`);
    return toStoredExportDto(stored);
  }

  @Get('topics/:id/exports')
  @Call('listCollectionExports')
  @ApiOkResponse({ type: StoredExportPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async listOfTopic(@Param('id', UuidPipe) id: string, @Query() args: PageArgs): Promise<StoredExportPage> {
    return pageOf(mapSlice(await this.exporting.listOfTopic(id, args), toStoredExportDto), args);
  }

  @Get('exports/:id')
  @Call('getExport')
  @ApiOkResponse({ type: StoredExportDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<StoredExportDto> {
    return toStoredExportDto(await this.exporting.get(id));
  }

  @Delete('exports/:id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteExport')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.exporting.delete(id, condition);
  }

  @Get('exports/:id/file')
  @Call(
    'downloadExport',
    'A download that broke off is continued with `Range: bytes=N-` and `If-Range` with the ETag, which is the SHA-256 of the file. The bytes of a file never change.',
  )
  @ApiHeader({
    name: 'Range',
    required: false,
    description: 'One range of bytes',
    schema: { type: 'string' },
    example: 'bytes=0-1048575',
  })
  @ProducesFile(...EXPORT_MEDIA_TYPES, ...LINK_MEDIA_TYPES, WACZ)
  @ApiOkResponse({ schema: FILE })
  @ApiResponse({ status: 206, description: 'The bytes asked for', schema: FILE })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'GONE', 'RANGE_NOT_SATISFIABLE')
  async file(
    @Param('id', UuidPipe) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { stored, read } = await this.exporting.file(id);
    const { bytes, createdAt, form, names, sha256 } = stored;
    return rangedFile({ bytes, read, tag: `"${sha256}"`, ...exportFile(names, form, createdAt) }, request, reply);
  }
}
