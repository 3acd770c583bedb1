import { ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, Page } from '../../../../platform/api/index.js';
import { OthersFixed } from '../../../../platform/errors/index.js';
import { MAX_PROJECT_NAME_CHARS } from '../project.js';

const TEXTS = {
  sessionsRunning: 'Sessions that run at the same time. Further ones wait in the queue',
  fetchesPerDay: 'Fetches of a day of UTC, as budgets count them. Sessions that reach it pause until the next day',
  storedPages: 'Pages of sessions that are stored. Sessions that reach it pause until some are deleted',
  rendersPerDay:
    'Pages rendered by Chromium on a day of UTC. Sessions with render: auto or always that reach it pause until the next day',
} as const;

@ObjectType('ProjectQuotas', { description: 'How much a project may use. Null is unlimited' })
class ProjectQuotasDto {
  @ApiField(Int, { description: TEXTS.sessionsRunning, nullable: true })
  sessionsRunning: number | null;

  @ApiField(Int, { description: TEXTS.fetchesPerDay, nullable: true })
  fetchesPerDay: number | null;

  @ApiField(Int, { description: TEXTS.storedPages, nullable: true })
  storedPages: number | null;

  @ApiField(Int, { description: TEXTS.rendersPerDay, nullable: true })
  rendersPerDay: number | null;
}

@ObjectType('Project', {
  description: 'Owns topics and everything created from them. Its keys cannot see other projects',
})
export class ProjectDto {
  @ApiField(ID)
  id: string;

  @ApiField(String, { description: 'Unique' })
  name: string;

  @ApiField(ProjectQuotasDto, { description: 'Set by operators' })
  quotas: ProjectQuotasDto;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date)
  updatedAt: Date;
}

export class ProjectPage extends Page(ProjectDto) {}

@ObjectType()
export class ProjectConnection extends Connection(ProjectDto, 'Project') {}

const MOST = 2_147_483_647;

@InputType({ description: 'Null is unlimited. Omitted quotas keep their values' })
class ProjectQuotasInput {
  @InputField(Int, { description: TEXTS.sessionsRunning, optional: true, nullable: true, minimum: 0, maximum: MOST })
  sessionsRunning?: number | null;

  @InputField(Int, { description: TEXTS.fetchesPerDay, optional: true, nullable: true, minimum: 0, maximum: MOST })
  fetchesPerDay?: number | null;

  @InputField(Int, { description: TEXTS.storedPages, optional: true, nullable: true, minimum: 0, maximum: MOST })
  storedPages?: number | null;

  @InputField(Int, { description: TEXTS.rendersPerDay, optional: true, nullable: true, minimum: 0, maximum: MOST })
  rendersPerDay?: number | null;
}

@InputType({ isAbstract: true })
class ProjectFields {
  @InputField(ProjectQuotasInput, {
    description: 'Quotas of the project. Omitted quotas keep their values, which are unlimited at first',
    optional: true,
  })
  quotas?: ProjectQuotasInput | null;
}

@InputType()
export class ProjectInput extends ProjectFields {
  @InputField(String, { description: 'Unique', example: 'food', minLength: 1, maxLength: MAX_PROJECT_NAME_CHARS })
  name: string;
}

@InputType({ description: 'Fields to change. Omitted fields keep their values' })
@OthersFixed('limits are fields of quotas')
export class UpdateProjectInput extends ProjectFields {
  @InputField(String, { description: 'Unique', optional: true, minLength: 1, maxLength: MAX_PROJECT_NAME_CHARS })
  name?: string | null;
}
