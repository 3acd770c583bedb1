import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Readable } from 'node:stream';
import { ApiProblem, Produces, UuidPipe } from '../../platform/api/index.js';
import { EXPORT_MEDIA_TYPES, inFile, listFile, type ListForm, requireForm } from '../results/index.js';
import { Call } from './calls.js';
import { CollectionExports } from './collection-exports.js';
import { CollectedDomainsExportQuery, CollectedPagesExportQuery } from './dto/collection-export.dto.js';

/** Whole collections as files, made while they are sent. */
@ApiTags('exports')
@Controller('topics/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class CollectionExportsController {
  constructor(private readonly exporting: CollectionExports) {}

  @Get('pages/export')
  @Call('exportCollectedPages')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async pages(
    @Param('id', UuidPipe) id: string,
    @Query() { format, gzip, bom, ...filter }: CollectedPagesExportQuery,
  ): Promise<StreamableFile> {
    return file(id, 'pages', { format, gzip, bom }, () => this.exporting.pages(id, filter, format));
  }

  @Get('domains/export')
  @Call('exportCollectedDomains')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async domains(
    @Param('id', UuidPipe) id: string,
    @Query() { format, gzip, bom, ...filter }: CollectedDomainsExportQuery,
  ): Promise<StreamableFile> {
    return file(id, 'domains', { format, gzip, bom }, () => this.exporting.domains(id, filter, format));
  }
}

async function file(id: string, what: string, form: ListForm, open: () => Promise<Readable>): Promise<StreamableFile> {
  requireForm(form);
  const { type, name } = listFile(id, what, form);
  return new StreamableFile(inFile(await open(), form), { type, disposition: `attachment; filename="${name}"` });
}
