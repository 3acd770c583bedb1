import { Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Page, JsonScalar } from '../../../../platform/api/index.js';

@ObjectType('Policy', { description: 'A way to choose the next link' })
export class PolicyDto {
  @ApiField(String, { example: 'tres' })
  name: string;

  @ApiField(Int, { description: 'Increased when the same configuration and random seed would give another order' })
  version: number;

  @ApiField(String)
  summary: string;

  @ApiField(String, { description: 'The paper and section, or the program, that it follows' })
  source: string;

  @ApiField(Boolean, { description: 'Whether sessions with it may have an `objective`' })
  heedsObjective: boolean;

  @ApiField(JsonScalar, { description: 'JSON schema of its configuration, with defaults' })
  configSchema: Readonly<Record<string, unknown>>;
}

export class PolicyPage extends Page(PolicyDto) {}
