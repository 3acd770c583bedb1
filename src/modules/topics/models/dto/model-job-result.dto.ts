import { ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';
import { ExampleCountsDto, GatheredExamplesDto } from '../../topics/index.js';
import { ModelMetricsDto } from './model-metrics.dto.js';

const MadeModelStateEnum = { READY: 'READY', DELETED: 'DELETED' } as const;
registerEnumType(MadeModelStateEnum, {
  name: 'MadeModelState',
  description: 'DELETED: a user deleted the model while it was being made',
});

const ABSENT = 'Absent if an earlier worker had stored the model, and for models made for sessions';

@ObjectType('ModelJobResult', { description: 'Result of the job that made a model' })
class ModelJobResultDto {
  @ApiField(ID)
  modelId: string;

  @ApiField(MadeModelStateEnum)
  state: keyof typeof MadeModelStateEnum;

  @ApiField(ModelMetricsDto, { description: `Results of cross-validation. ${ABSENT}`, optional: true })
  metrics?: ModelMetricsDto;

  @ApiField(GatheredExamplesDto, { description: `The examples on which it was trained. ${ABSENT}`, optional: true })
  examples?: GatheredExamplesDto;

  @ApiField(ExampleCountsDto, {
    description: `Pages of which an earlier model was sure, used as examples. ${ABSENT}`,
    optional: true,
  })
  selfTrained?: ExampleCountsDto;
}
jobResults.add(ModelJobResultDto, 'train-model' satisfies JobKind, 'make-model' satisfies JobKind);
