import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import type { JsonValue } from '../../../domain/learning/snapshot.js';
import { Connection, Node, Page } from '../../../platform/api/index.js';
import { JOB_STATUSES, type JobStatus } from '../job.js';
import { JsonScalar } from './json.scalar.js';

const JobStatusEnum = Object.fromEntries(JOB_STATUSES.map((status) => [status, status]));
registerEnumType(JobStatusEnum, { name: 'JobStatus' });

@ObjectType('Job', { implements: () => [Node], description: 'Background work: training, keyword expansion, the clearing away of a deleted session' })
export class JobDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => String)
  @ApiProperty({ type: String, example: 'train-model' })
  kind: string;

  @Field(() => ID, { description: 'The topic, model or session it works on' })
  @ApiProperty({ type: String, format: 'uuid', description: 'The topic, model or session it works on' })
  subjectId: string;

  @Field(() => JobStatusEnum)
  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  @Field(() => Float, { description: 'Share done, from 0 to 1' })
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, description: 'Share done' })
  progress: number;

  @Field(() => JsonScalar, { nullable: true, description: 'When COMPLETED' })
  @ApiProperty({ nullable: true, description: 'When COMPLETED', type: 'object', additionalProperties: true })
  result: JsonValue;

  @Field(() => String, { nullable: true, description: 'What went wrong, when FAILED; why it ended, when CANCELLED' })
  @ApiProperty({ type: String, nullable: true, description: 'What went wrong, when FAILED; why it ended, when CANCELLED' })
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
