import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, Node, Page } from '../../../../platform/api/index.js';
import { JOB_KINDS, JOB_STATES, type JobKind, type JobState, jobResults, SWITCH_MODEL, type Job } from '../job.js';

@ObjectType('ModelSwitchResult', { description: 'Result of changing the model of an ended session' })
class ModelSwitchResultDto {
  @ApiField(Boolean, { description: 'False if the session had already continued, or if the change was cancelled' })
  switched: boolean;
}
jobResults.add(ModelSwitchResultDto, SWITCH_MODEL);

export const JobStateEnum = Object.fromEntries(JOB_STATES.map((state) => [state, state]));
registerEnumType(JobStateEnum, { name: 'JobState' });
export const JobKindEnum = enumOf(JOB_KINDS);
registerEnumType(JobKindEnum, { name: 'JobKind', description: 'Kinds of background work' });

@ObjectType('Job', {
  implements: () => [Node],
  description: 'Background work: training, keyword expansion, experiments, exports, removing a deleted session',
})
export class JobDto {
  @ApiField(ID)
  id: string;

  @ApiField(JobKindEnum, { example: 'train-model' })
  kind: JobKind;

  @ApiField(ID, { description: 'The topic, model, spider, experiment, session or export that the job works on' })
  subjectId: string;

  @ApiField(JobStateEnum)
  state: JobState;

  @ApiField(Float, {
    description: 'Share that is done',
    minimum: 0,
    maximum: 1,
  })
  progress: number;

  @ApiField(jobResults, {
    description: 'The result, if completed. Its form depends on the kind of the job',
    example: { modelId: '0190f4c8-7c1e-7000-8000-3f2504e04f89', state: 'ready' },
    nullable: true,
  })
  result: object | null;

  @ApiField(String, {
    description: 'Cause of the failure, if failed; reason for the end, if cancelled',
    nullable: true,
  })
  error: string | null;

  @ApiField(Int, { description: 'How many times a worker has started it' })
  attempts: number;

  @ApiField(Date, { description: 'When a user asked to cancel it', nullable: true })
  cancelRequestedAt: Date | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true })
  startedAt: Date | null;

  @ApiField(Date, { nullable: true })
  finishedAt: Date | null;
}

export class JobPage extends Page(JobDto) {}

@ObjectType()
export class JobConnection extends Connection(JobDto, 'Job') {}

/** A job as shown to clients: without its internal payload. */
export function toJobDto({ payload: _, projectId: _project, result, ...job }: Job): JobDto {
  const isObject = typeof result === 'object' && result !== null;
  return { ...job, kind: job.kind as JobKind, result: isObject ? jobResults.typed(job.kind, result) : null };
}
