import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { JsonScalar } from '../../jobs/index.js';

@InputType()
export class SwitchModelInput {
  @Field(() => ID, { description: 'A READY model of the session\'s topic' })
  @ApiProperty({ type: String, format: 'uuid', description: 'A READY model of the session\'s topic' })
  @IsUUID()
  modelId: string;
}

@ObjectType('SessionEvent', { description: 'What happened to a session besides its steps' })
export class SessionEventDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  no: number;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  at: Date;

  @Field(() => String, { description: '`model-switched`, `model-switch-failed`, `classifier-down`, `classifier-up`' })
  @ApiProperty({ type: String, example: 'model-switched', description: '`model-switched`, `model-switch-failed`, `classifier-down`, `classifier-up`' })
  kind: string;

  @Field(() => Int, { description: 'Steps completed by then' })
  @ApiProperty({ type: 'integer', description: 'Steps completed by then' })
  completed: number;

  @Field(() => JsonScalar, { description: 'Models, pages judged anew and how many changed either way, relevant pages and reward before and after; or what became of a classifier' })
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Models, pages judged anew and how many changed either way, relevant pages and reward before and after; or what became of a classifier' })
  details: unknown;
}
