import { Int, ObjectType } from '@nestjs/graphql';
import { learnedForagerSchema, foragerStartSchema, learnedStateSchema } from '../../../../domain/policies/index.js';
import { ApiField, SchemaOutputs } from '../../../../platform/api/index.js';

/** A URL by its text in place of its number. */
@ObjectType('ForagerStart', { description: foragerStartSchema.description })
@SchemaOutputs(foragerStartSchema.unwrap().omit({ urlNo: true }))
class ForagerStartDto {
  @ApiField(String)
  url: string;
}

@ObjectType('LearnedForager', { description: learnedForagerSchema.description })
@SchemaOutputs(learnedForagerSchema, { starts: { type: [ForagerStartDto] } })
class LearnedForagerDto {
  starts: readonly ForagerStartDto[];
}

@ObjectType('LearnedState', { description: learnedStateSchema.description })
@SchemaOutputs(learnedStateSchema, { foragers: { type: [LearnedForagerDto] } })
export class LearnedStateDto {
  @ApiField(Int, { description: 'Number of completed steps at this state' })
  completed: number;

  @ApiField(Date)
  takenAt: Date;

  foragers: readonly LearnedForagerDto[];
}
