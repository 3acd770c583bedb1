import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, disposition, pageOf, Produces, UuidPipe } from '../../../../platform/api/index.js';
import { EXPORT_MEDIA_TYPES, EXPORT_TYPES } from '../../../results/results/index.js';
import { Call } from '../calls.js';
import { AuditArgs, AuditEntryPage, AuditExportQuery } from '../dto/audit-entry.dto.js';
import { AuditService } from './audit.service.js';

@ApiTags('projects')
@Controller('projects/:projectId/audit-log')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Call('listAuditLog')
  @ApiOkResponse({ type: AuditEntryPage })
  async list(@Param('projectId', UuidPipe) projectId: string, @Query() args: AuditArgs): Promise<AuditEntryPage> {
    return pageOf(await this.audit.list(projectId, args, args), args);
  }

  @Get('export')
  @Call('exportAuditLog')
  @Produces(...EXPORT_MEDIA_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async export(
    @Param('projectId', UuidPipe) projectId: string,
    @Query() { format, ...filter }: AuditExportQuery,
  ): Promise<StreamableFile> {
    const entries = await this.audit.export(projectId, filter, format);
    return new StreamableFile(entries, {
      type: EXPORT_TYPES[format],
      disposition: disposition(await this.audit.fileName(projectId, format)),
    });
  }
}
