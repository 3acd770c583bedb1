import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type JobKind, jobResults } from '../../jobs/index.js';
import { ExampleCountsDto, GatheredExamplesDto } from '../../topics/index.js';
import { ModelMetricsDto } from './model-metrics.dto.js';

const STATUSES = ['READY', 'DELETED'] as const;
const MadeModelStatusEnum = { READY: 'READY', DELETED: 'DELETED' } as const;
registerEnumType(MadeModelStatusEnum, {
  name: 'MadeModelStatus',
  description: 'DELETED: somebody deleted the model while it was being made',
});

const ABSENT = 'absent where an earlier worker had stored the model, and of models made for sessions';

@ObjectType('ModelJobResult', { description: 'What became of the model that a job made' })
export class ModelJobResultDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  modelId: string;

  @Field(() => MadeModelStatusEnum)
  @ApiProperty({ enum: STATUSES })
  status: (typeof STATUSES)[number];

  @Field(() => ModelMetricsDto, { nullable: true, description: `What cross-validation says; ${ABSENT}` })
  @ApiPropertyOptional({ type: () => ModelMetricsDto, description: `What cross-validation says; ${ABSENT}` })
  metrics?: ModelMetricsDto;

  @Field(() => GatheredExamplesDto, { nullable: true, description: `The examples it learnt from; ${ABSENT}` })
  @ApiPropertyOptional({ type: () => GatheredExamplesDto, description: `The examples it learnt from; ${ABSENT}` })
  examples?: GatheredExamplesDto;

  @Field(() => ExampleCountsDto, {
    nullable: true,
    description: `Pages that an earlier model was sure of, taken as examples; ${ABSENT}`,
  })
  @ApiPropertyOptional({
    type: () => ExampleCountsDto,
    description: `Pages that an earlier model was sure of, taken as examples; ${ABSENT}`,
  })
  selfTrained?: ExampleCountsDto;
}
jobResults.add(ModelJobResultDto, 'train-model' satisfies JobKind, 'make-model' satisfies JobKind);
