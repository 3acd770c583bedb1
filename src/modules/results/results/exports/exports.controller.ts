import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, disposition, Produces, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { DomainsExportQuery, LinksExportQuery, PagesExportQuery } from '../dto/export-query.js';
import { type ExportForm, requireForm } from './export-form.js';
import { EXPORT_MEDIA_TYPES } from './export-format.js';
import { FileNames } from './file-names.js';
import { ExportStreams } from './export-streams.js';
import { judgementHeader, JudgementService } from '../judgement/judgement.service.js';

@ApiTags('exports')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class ExportsController {
  constructor(
    private readonly streams: ExportStreams,
    private readonly judgements: JudgementService,
    private readonly names: FileNames,
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
    @Query() { format, gzip, bom, texts, markdown, ...filter }: PagesExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const form: ExportForm = { what: 'pages', format, gzip, bom, texts, markdown, filter };
    requireForm(form);
    void reply.header('Gleaner-Judgement', judgementHeader(await this.judgements.of(id)));
    return this.file(id, form);
  }

  @Get('domains/export')
  @Call('exportDomains')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  domains(
    @Param('id', UuidPipe) id: string,
    @Query() { format, gzip, bom, ...filter }: DomainsExportQuery,
  ): Promise<StreamableFile> {
    return this.file(id, { what: 'domains', format, gzip, bom, filter });
  }

  @Get('links/export')
  @Call('exportLinks')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  links(@Param('id', UuidPipe) id: string, @Query() { format, gzip, bom }: LinksExportQuery): Promise<StreamableFile> {
    return this.file(id, { what: 'links', format, gzip, bom });
  }

  private async file(id: string, form: ExportForm): Promise<StreamableFile> {
    const { type, name } = await this.names.ofSession(id, form);
    return new StreamableFile(await this.streams.open(id, form), { type, disposition: disposition(name) });
  }
}
