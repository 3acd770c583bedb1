import { ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';

const RunExperimentStateEnum = {
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
  DELETED: 'DELETED',
} as const;
registerEnumType(RunExperimentStateEnum, {
  name: 'RunExperimentState',
  description: 'DELETED: a user deleted the experiment while it was running',
});

@ObjectType('ExperimentJobResult', { description: 'Result of the job that ran an experiment' })
class ExperimentJobResultDto {
  @ApiField(ID)
  experimentId: string;

  @ApiField(RunExperimentStateEnum)
  state: keyof typeof RunExperimentStateEnum;

  @ApiField(Int, { description: 'Number of runs of the experiment' })
  runs: number;
}
jobResults.add(ExperimentJobResultDto, 'run-experiment' satisfies JobKind);
