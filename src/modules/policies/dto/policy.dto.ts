import { Field, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { JsonScalar, Page } from '../../../platform/api/index.js';

@ObjectType('Policy', { description: 'A way to choose the next link' })
export class PolicyDto {
  @Field(() => String)
  @ApiProperty({ type: String, example: 'tres' })
  name: string;

  @Field(() => Int, { description: 'Raised when the same configuration and seed would give another order' })
  @ApiProperty({ type: 'integer', description: 'Raised when the same configuration and seed would give another order' })
  version: number;

  @Field(() => String)
  @ApiProperty({ type: String })
  summary: string;

  @Field(() => String, { description: 'Paper and section, or the program it follows' })
  @ApiProperty({ type: String, description: 'Paper and section, or the program it follows' })
  source: string;

  @Field(() => JsonScalar, { description: 'JSON schema of its configuration, with defaults' })
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'JSON schema of its configuration, with defaults',
  })
  configSchema: Readonly<Record<string, unknown>>;
}

export class PolicyPage extends Page(PolicyDto) {}
