import { ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField } from '../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../jobs/index.js';
import { ExampleCountsDto, GatheredExamplesDto } from '../../topics/index.js';
import { ModelMetricsDto } from './model-metrics.dto.js';

const MadeModelStatusEnum = { READY: 'READY', DELETED: 'DELETED' } as const;
registerEnumType(MadeModelStatusEnum, {
  name: 'MadeModelStatus',
  description: 'DELETED: somebody deleted the model while it was being made',
});

const ABSENT = 'absent where an earlier worker had stored the model, and of models made for sessions';

@ObjectType('ModelJobResult', { description: 'What became of the model that a job made' })
export class ModelJobResultDto {
  @ApiField(ID)
  modelId: string;

  @ApiField(MadeModelStatusEnum)
  status: keyof typeof MadeModelStatusEnum;

  @ApiField(ModelMetricsDto, { description: `What cross-validation says; ${ABSENT}`, optional: true })
  metrics?: ModelMetricsDto;

  @ApiField(GatheredExamplesDto, { description: `The examples it learnt from; ${ABSENT}`, optional: true })
  examples?: GatheredExamplesDto;

  @ApiField(ExampleCountsDto, {
    description: `Pages that an earlier model was sure of, taken as examples; ${ABSENT}`,
    optional: true,
  })
  selfTrained?: ExampleCountsDto;
}
jobResults.add(ModelJobResultDto, 'train-model' satisfies JobKind, 'make-model' satisfies JobKind);
