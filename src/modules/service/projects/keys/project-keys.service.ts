import { Injectable } from '@nestjs/common';
import { nameIn } from '../../../../domain/text/index.js';
import { createdKey, createdPiece, type PageRequest, type Slice, sliceOf } from '../../../../platform/api/index.js';
import { hashOfSecret, newApiKey, requireScope, textOfKey } from '../../../../platform/auth/index.js';
import { DomainError, invalid, notFound, requireName } from '../../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../../platform/idempotency/index.js';
import { KEY_SCOPES, type KeyScope } from '../../../../platform/scope/index.js';
import { ProjectsService } from '../projects.service.js';
import { DEFAULT_OVERLAP_SECONDS, MAX_KEYS, type NewProjectKey, type ProjectKey } from './project-key.js';
import { ProjectKeysRepository } from './project-keys.repository.js';

/** Settings of a new key. */
interface KeyWanted {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt?: Date | null;
}

/** Keys of projects. Holders of a key with the scope `admin` manage those of its project, operators all of them. */
@Injectable()
export class ProjectKeysService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly keys: ProjectKeysRepository,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param once a repeated call with the same one creates no second key
   * @returns the key with its text, which is not stored
   * @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_FAILED; CONFLICT if the project has reached its limit of keys,
   * or the key was already created
   */
  create(projectId: string, wanted: KeyWanted, once?: IdempotencyKey): Promise<NewProjectKey> {
    return this.managing(projectId, async () => {
      const made = await this.idempotency.createWithSecret(
        once,
        'createApiKey',
        requestHash({ projectId, ...wanted }),
        async (insert) => {
          const { id, secret } = newApiKey();
          const row = { id, secretHash: hashOfSecret(secret), ...checked(wanted) };
          await insert(async (db) => {
            if (await this.keys.insert(db, row, MAX_KEYS)) return id;
            throw new DomainError('CONFLICT', `the project has ${MAX_KEYS} keys that are valid`, {
              allowed: 'to revoke keys that are not needed first',
            });
          });
          return { id, secret };
        },
      );
      return { ...(await this.readKey(made.id)), secret: textOfKey(made) };
    });
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND */
  get(projectId: string, id: string): Promise<ProjectKey> {
    return this.managing(projectId, () => this.readKey(id));
  }

  /** Newest first. @throws DomainError FORBIDDEN, NOT_FOUND */
  list(projectId: string, page: PageRequest): Promise<Slice<ProjectKey>> {
    return this.managing(projectId, async () =>
      sliceOf(await this.keys.list(createdPiece(page)), page, createdKey, () =>
        this.managing(projectId, () => this.keys.count()),
      ),
    );
  }

  /**
   * Replaces a key by a new one.
   *
   * @param overlapSeconds how long the old one stays valid beside it
   * @throws DomainError FORBIDDEN, NOT_FOUND; INVALID_STATE if the key is no longer valid, or has been replaced
   */
  rotate(projectId: string, id: string, overlapSeconds = DEFAULT_OVERLAP_SECONDS): Promise<NewProjectKey> {
    return this.managing(projectId, async () => {
      const { name, scopes, expiresAt } = await this.readKey(id);
      const next = newApiKey();
      const row = { id: next.id, secretHash: hashOfSecret(next.secret), name, scopes, expiresAt };
      if (!(await this.keys.replace(id, row, overlapSeconds))) {
        throw new DomainError('INVALID_STATE', 'the key is revoked, expired or replaced', {
          allowed: 'a key that is valid',
        });
      }
      return { ...(await this.readKey(next.id)), secret: textOfKey(next) };
    });
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND */
  revoke(projectId: string, id: string): Promise<void> {
    return this.managing(projectId, async () => {
      if (!(await this.keys.revoke(id))) throw notFound('key', id);
    });
  }

  /** Checks the project first: callers who cannot see it must not learn that they may not manage it. */
  private async managing<T>(projectId: string, work: () => PromiseLike<T>): Promise<T> {
    return this.projects.within(projectId, async () => {
      requireScope('admin');
      return await work();
    });
  }

  private async readKey(id: string): Promise<ProjectKey> {
    const key = await this.keys.find(id);
    if (!key) throw notFound('key', id);
    return key;
  }
}

function checked({ name, scopes, expiresAt = null }: KeyWanted): Pick<ProjectKey, 'name' | 'scopes' | 'expiresAt'> {
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw invalid('expiresAt', 'the time is past', 'a time in the future; a key without a time has no end');
  return { name: requireName(nameIn(name)), scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)), expiresAt };
}
