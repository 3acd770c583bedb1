import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { Connection, enumOf, Node, Page, unionProperty } from '../../../platform/api/index.js';
import { JOB_KINDS, JOB_STATUSES, type JobKind, type JobStatus } from '../job.js';
import { jobResults } from '../job-results.js';

const JobStatusEnum = Object.fromEntries(JOB_STATUSES.map((status) => [status, status]));
registerEnumType(JobStatusEnum, { name: 'JobStatus' });
const JobKindEnum = enumOf(JOB_KINDS);
registerEnumType(JobKindEnum, { name: 'JobKind', description: 'Kinds of background work' });

const RESULT = 'What it made, when COMPLETED: by its kind';

@ObjectType('Job', {
  implements: () => [Node],
  description: 'Background work: training, keyword expansion, the clearing away of a deleted session',
})
export class JobDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => JobKindEnum)
  @ApiProperty({ enum: JOB_KINDS, example: 'train-model' })
  kind: JobKind;

  @Field(() => ID, { description: 'The topic, model or session it works on' })
  @ApiProperty({ type: String, format: 'uuid', description: 'The topic, model or session it works on' })
  subjectId: string;

  @Field(() => JobStatusEnum)
  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  @Field(() => Float, { description: 'Share done, from 0 to 1' })
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, description: 'Share done' })
  progress: number;

  @Field(() => jobResults.graphqlType, { nullable: true, description: RESULT })
  @ApiProperty(unionProperty(jobResults, RESULT, { modelId: '0190f4c8-7c1e-7000-8000-3f2504e04f89', status: 'READY' }))
  result: object | null;

  @Field(() => String, { nullable: true, description: 'What went wrong, when FAILED; why it ended, when CANCELLED' })
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What went wrong, when FAILED; why it ended, when CANCELLED',
  })
  error: string | null;

  @Field(() => Int, { description: 'Times a worker has taken it up' })
  @ApiProperty({ type: 'integer', description: 'Times a worker has taken it up' })
  attempts: number;

  @Field(() => Date, { nullable: true, description: 'When a user asked for its end' })
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When a user asked for its end' })
  cancelRequestedAt: Date | null;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  startedAt: Date | null;

  @Field(() => Date, { nullable: true })
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt: Date | null;
}

export class JobPage extends Page(JobDto) {}

@ObjectType()
export class JobConnection extends Connection(JobDto, 'Job') {}
