import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn } from 'class-validator';
import { queryFlag } from '../../../platform/api/index.js';
import { EXPORT_FORMATS, type ExportFormat } from '../export-format.js';
import { DomainFilter } from './domain.dto.js';
import { PageFilter } from './page-query.js';

export class PagesExportQuery extends PageFilter {
  @ApiProperty({ enum: EXPORT_FORMATS })
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat;

  @ApiPropertyOptional({ type: Boolean, default: false, description: 'With headings, text and main text' })
  @Transform(queryFlag)
  @IsBoolean()
  texts: boolean = false;
}

export class DomainsExportQuery extends DomainFilter {
  @ApiProperty({ enum: EXPORT_FORMATS })
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat;
}

export class LinksExportQuery {
  @ApiProperty({ enum: EXPORT_FORMATS })
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat;
}
