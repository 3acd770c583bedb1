import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { ApiProblem, Produces, UuidPipe } from '../../platform/api/index.js';
import { invalid } from '../../platform/errors/index.js';
import { Call } from './calls.js';
import { DomainsExportQuery, LinksExportQuery, PagesExportQuery } from './dto/export-query.js';
import { EXPORT_MEDIA_TYPES, EXPORT_TYPES, type ExportFormat, GZIP, gzipped } from './export-format.js';
import { ExportsService } from './exports.service.js';
import { judgementHeader } from './judgement-header.js';
import { JudgementService } from './judgement.service.js';

interface FileForm {
  readonly format: ExportFormat;
  readonly gzip: boolean;
}

/** @throws DomainError VALIDATION_FAILED for a form that there is not */
function requireForm({ format, gzip }: FileForm): void {
  if (gzip && format === 'parquet')
    throw invalid('gzip', 'Parquet is compressed within itself, and no reader takes it as gzip', 'jsonl and csv');
}

/** File names are made of ids alone, so that no quoting is needed. */
const asFile = (stream: Readable, id: string, what: string, { format, gzip }: FileForm): StreamableFile =>
  new StreamableFile(gzip ? gzipped(stream) : stream, {
    type: gzip ? GZIP : EXPORT_TYPES[format],
    disposition: `attachment; filename="gleaner-${id}-${what}.${format}${gzip ? '.gz' : ''}"`,
  });

@ApiTags('exports')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class ExportsController {
  constructor(
    private readonly exporting: ExportsService,
    private readonly judgements: JudgementService,
  ) {}

  @Get('pages/export')
  @Call('exportPages')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({
    schema: { type: 'string', format: 'binary' },
    headers: {
      'Gleaner-Judgement': {
        description:
          'Pages that the session reports as relevant, and their precision and recall, as `judgement` gives them',
        schema: {
          type: 'string',
          example: 'reported=186, precision=0.62, precision-from=0.45, precision-to=0.77, labels=20',
        },
      },
    },
  })
  async pages(
    @Param('id', UuidPipe) id: string,
    @Query() { format, gzip, texts, markdown, ...criteria }: PagesExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    requireForm({ format, gzip });
    void reply.header('Gleaner-Judgement', judgementHeader(await this.judgements.of(id)));
    return asFile(await this.exporting.pages(id, criteria, format, { texts, markdown }), id, 'pages', { format, gzip });
  }

  @Get('domains/export')
  @Call('exportDomains')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async domains(
    @Param('id', UuidPipe) id: string,
    @Query() { format, gzip, ...criteria }: DomainsExportQuery,
  ): Promise<StreamableFile> {
    requireForm({ format, gzip });
    return asFile(await this.exporting.domains(id, criteria, format), id, 'domains', { format, gzip });
  }

  @Get('links/export')
  @Call('exportLinks')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async links(@Param('id', UuidPipe) id: string, @Query() form: LinksExportQuery): Promise<StreamableFile> {
    requireForm(form);
    return asFile(await this.exporting.links(id, form.format), id, 'links', form);
  }
}
