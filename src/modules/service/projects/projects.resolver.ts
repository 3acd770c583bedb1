import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  PageArgs,
  UuidPipe,
} from '../../../platform/api/index.js';
import { CALLS } from './calls.js';
import { ProjectConnection, ProjectDto, ProjectInput, UpdateProjectInput } from './dto/project.dto.js';
import { ProjectsService } from './projects.service.js';

@Resolver(() => ProjectDto)
export class ProjectsResolver {
  constructor(private readonly projects: ProjectsService) {}

  @Query(() => ProjectDto, { description: CALLS.getCurrentProject })
  currentProject(): Promise<ProjectDto> {
    return this.projects.current();
  }

  @Query(() => ProjectDto, { description: CALLS.getProject })
  project(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ProjectDto> {
    return this.projects.get(id);
  }

  @Query(() => ProjectConnection, { name: 'projects', description: CALLS.listProjects, complexity: listComplexity })
  async list(@Args() args: PageArgs): Promise<ProjectConnection> {
    return connectionOf(await this.projects.list(args));
  }

  @Mutation(() => ProjectDto, { description: CALLS.createProject })
  createProject(
    @Args('input') input: ProjectInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<ProjectDto> {
    return this.projects.create(input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => ProjectDto, { description: CALLS.updateProject })
  updateProject(
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Args('input') change: UpdateProjectInput,
  ): Promise<ProjectDto> {
    return this.projects.update(id, change);
  }

  @Mutation(() => ID, { description: `${CALLS.deleteProject}; answers its id` })
  async deleteProject(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.projects.delete(id);
    return id;
  }
}
