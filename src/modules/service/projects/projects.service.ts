import { Injectable } from '@nestjs/common';
import { nameIn } from '../../../domain/text/index.js';
import {
  createdKey,
  createdPiece,
  isUuid,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { requireOperator } from '../../../platform/auth/index.js';
import { DomainError, notFound, requireName } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { asService, currentActor, inProject, scopedProject } from '../../../platform/scope/index.js';
import { type Project, type ProjectChange } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

/** The projects visible to a caller: for operators all, for holders of a project's key only that one. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly idempotency: IdempotencyService,
  ) {}

  current(): Promise<Project> {
    return this.get(scopedProject() ?? '');
  }

  /**
   * @throws DomainError FORBIDDEN for the holder of a project's key; VALIDATION_FAILED; CONFLICT if the name is taken
   */
  create(input: ProjectChange & { readonly name: string }, key?: IdempotencyKey): Promise<Project> {
    requireOperator();
    const name = checkedName(input.name);
    const quotas = input.quotas ?? {};
    return this.idempotency.create(
      key,
      'createProject',
      requestHash(input.quotas == null ? { name } : { name, quotas }),
      (once) =>
        asService(() =>
          once(async (db) => {
            const id = await this.projects.insert(db, name, quotas);
            if (id === null) throw taken(name);
            return id;
          }),
        ),
      (id) => this.get(id),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Project> {
    const project = isUuid(id) ? await seeing(() => this.projects.find(id)) : null;
    if (!project) throw notFound('project', id);
    return project;
  }

  /** Newest first. */
  list(page: PageRequest): Promise<Slice<Project>> {
    return seeing(async () =>
      sliceOf(await this.projects.list(createdPiece(page)), page, createdKey, () =>
        seeing(() => this.projects.count()),
      ),
    );
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_FAILED, CONFLICT */
  async update(id: string, { name, quotas }: ProjectChange, condition?: Precondition): Promise<Project> {
    await this.get(id);
    requireOperator();
    const wanted = name == null ? null : checkedName(name);
    const refusal = await asService(() => this.projects.update(id, wanted, quotas ?? {}, condition));
    if (refusal === 'not-found') throw notFound('project', id);
    if (refusal === 'name-taken') throw taken(wanted ?? '');
    return this.get(id);
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND; INVALID_STATE if it is not empty, or is the default project */
  async delete(id: string, condition?: Precondition): Promise<void> {
    await this.get(id);
    requireOperator();
    const outcome = await asService(() => this.projects.delete(id, condition));
    if (outcome === 'not-found') throw notFound('project', id);
    if (outcome === 'default') throw new DomainError('INVALID_STATE', 'the default project cannot be deleted');
    if (outcome === 'not-empty')
      throw new DomainError('INVALID_STATE', 'the project is not empty', {
        allowed: 'a project without topics, spiders, experiments, schedules and jobs that are queued or running',
      });
  }

  /** Runs work within a project visible to the caller. @throws DomainError NOT_FOUND */
  async within<T>(id: string, work: () => PromiseLike<T>): Promise<T> {
    const project = await this.get(id);
    return inProject(project.id, work);
  }
}

/** Reads with the caller's visibility: operators see all projects. */
function seeing<T>(read: () => PromiseLike<T>): Promise<T> {
  const actor = currentActor();
  return actor !== null && actor.kind !== 'key' ? asService(read) : Promise.resolve(read());
}

const checkedName = (typed: string): string => requireName(nameIn(typed));

const taken = (name: string): DomainError =>
  new DomainError('CONFLICT', `there is a project ${name} already`, { field: 'name', allowed: 'a name that is free' });
