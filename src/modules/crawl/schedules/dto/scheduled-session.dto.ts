import { ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, InputField, JsonScalar } from '../../../../platform/api/index.js';
import { CreateSessionInput, SessionConfigDto } from '../../sessions/index.js';

@InputType({ description: 'A crawl of a topic: the settings of its sessions' })
export class ScheduledSessionInput extends CreateSessionInput {
  @InputField(ID, { description: 'The topic that is crawled' })
  topicId: string;
}

@ObjectType('ScheduledSession', { description: 'A crawl of a topic. Null: each session decides by itself' })
export class ScheduledSessionDto {
  @ApiField(ID, { description: 'The topic that is crawled. It may have been deleted since' })
  topicId: string;

  @ApiField(String, { description: 'Name of each session', nullable: true })
  name: string | null;

  @ApiField(String, { description: 'Note of each session', nullable: true })
  note: string | null;

  @ApiField(String, { description: 'Name of the policy. Null: the default policy', nullable: true })
  policy: string | null;

  @ApiField(JsonScalar, { description: 'Settings of the policy, as they were given', nullable: true })
  policyConfig: unknown;

  @ApiField(ID, { description: 'The model that judges pages. Null: the newest model of the topic', nullable: true })
  modelId: string | null;

  @ApiField(Int, { description: 'Version of the keywords. Null: the current one', nullable: true })
  keywordSetVersion: number | null;

  @ApiField([String], { description: 'URLs to start from. Null: those of the topic', nullable: true })
  seeds: string[] | null;

  @ApiField(Int, { description: 'Seed of the random generator. Null: another one each time', nullable: true })
  randomSeed: number | null;

  @ApiField(ID, { description: 'The session with whose learned state each session starts', nullable: true })
  startFrom: string | null;

  @ApiField(SessionConfigDto, {
    description:
      'The settings of a session that is started now, with the defaults of omitted settings. Null if the service does not accept them any more',
    nullable: true,
  })
  config: SessionConfigDto | null;
}
