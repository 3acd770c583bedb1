import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, disposition, Produces, UuidPipe } from '../../../platform/api/index.js';
import { EXPORT_MEDIA_TYPES, FileNames, LINK_MEDIA_TYPES, withFile, withOrder } from '../results/index.js';
import { Call } from './calls.js';
import { CollectionExports } from './collection-exports.js';
import { type CollectionForm, DOMAIN_FORMATS, PAGE_FORMATS } from './collection-form.js';
import { CollectedDomainFilter, CollectedDomainSortEnum } from './dto/collected-domain.dto.js';
import { CollectedPageFilter, CollectedPageSortEnum } from './dto/collected-page.dto.js';

class CollectedPagesExportQuery extends withOrder(withFile(CollectedPageFilter, PAGE_FORMATS), CollectedPageSortEnum) {}
class CollectedDomainsExportQuery extends withOrder(
  withFile(CollectedDomainFilter, DOMAIN_FORMATS),
  CollectedDomainSortEnum,
) {}

/** Collections as files, generated while being sent. */
@ApiTags('exports')
@Controller('topics/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class CollectionExportsController {
  constructor(
    private readonly exporting: CollectionExports,
    private readonly names: FileNames,
  ) {}

  @Get('pages/export')
  @Call('exportCollectedPages')
  @Produces(...EXPORT_MEDIA_TYPES, LINK_MEDIA_TYPES[0])
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  pages(
    @Param('id', UuidPipe) id: string,
    @Query() { format, gzip, bom, ...filter }: CollectedPagesExportQuery,
  ): Promise<StreamableFile> {
    return this.file(id, { what: 'pages', format, gzip, bom, filter });
  }

  @Get('domains/export')
  @Call('exportCollectedDomains', 'As `urls` and `opml`, domains are the URLs of their home pages.')
  @Produces(...EXPORT_MEDIA_TYPES, ...LINK_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  domains(
    @Param('id', UuidPipe) id: string,
    @Query() { format, gzip, bom, ...filter }: CollectedDomainsExportQuery,
  ): Promise<StreamableFile> {
    return this.file(id, { what: 'domains', format, gzip, bom, filter });
  }

  private async file(id: string, form: CollectionForm): Promise<StreamableFile> {
    const { type, name } = await this.names.ofTopic(id, form);
    return new StreamableFile(await this.exporting.open(id, form), { type, disposition: disposition(name) });
  }
}
