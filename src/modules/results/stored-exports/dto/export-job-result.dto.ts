import { ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';

const MadeExportStateEnum = { COMPLETED: 'COMPLETED', FAILED: 'FAILED', DELETED: 'DELETED' } as const;
registerEnumType(MadeExportStateEnum, {
  name: 'MadeExportState',
  description: 'DELETED: the export or its session was deleted while it was being made',
});

@ObjectType('ExportJobResult', { description: 'Result of the job that made a stored export' })
class ExportJobResultDto {
  @ApiField(ID)
  exportId: string;

  @ApiField(MadeExportStateEnum)
  state: keyof typeof MadeExportStateEnum;
}
jobResults.add(ExportJobResultDto, 'make-export' satisfies JobKind);
