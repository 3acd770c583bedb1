import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  PageArgs,
  pageOf,
  type Precondition,
  UuidPipe,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { Call } from './calls.js';
import { ProjectDto, ProjectInput, ProjectPage, UpdateProjectInput } from './dto/project.dto.js';
import { ProjectsService } from './projects.service.js';

@ApiTags('projects')
@Controller()
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Get('project')
  @Call('getCurrentProject')
  @ApiOkResponse({ type: ProjectDto })
  current(): Promise<ProjectDto> {
    return this.projects.current();
  }

  @Post('projects')
  @Call('createProject')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: ProjectDto })
  @ApiProblem('VALIDATION_FAILED', 'CONFLICT', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async create(
    @Body() input: ProjectInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProjectDto> {
    const project = await this.projects.create(input, key);
    void reply.header('location', `${API_PREFIX}/projects/${project.id}`);
    return project;
  }

  @Get('projects')
  @Call('listProjects')
  @ApiOkResponse({ type: ProjectPage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: PageArgs): Promise<ProjectPage> {
    return pageOf(await this.projects.list(args), args);
  }

  @Get('projects/:id')
  @Call('getProject')
  @ApiOkResponse({ type: ProjectDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  get(@Param('id', UuidPipe) id: string): Promise<ProjectDto> {
    return this.projects.get(id);
  }

  @Patch('projects/:id')
  @Conditional()
  @Call('updateProject')
  @ApiOkResponse({ type: ProjectDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  update(
    @Param('id', UuidPipe) id: string,
    @Body() change: UpdateProjectInput,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<ProjectDto> {
    return this.projects.update(id, change, condition);
  }

  @Delete('projects/:id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteProject')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.projects.delete(id, condition);
  }
}
