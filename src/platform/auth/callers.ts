import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError, notFound } from '../errors/index.js';
import { type Actor, DEFAULT_PROJECT_ID, KEY_SCOPES, type KeyScope } from '../scope/index.js';
import { isSecretOf, readApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.js';
import { signInOf } from './sign-in.js';
import { SignInsRepository } from './sign-ins.repository.js';
import { type StoredKey, StoredKeysRepository } from './stored-keys.repository.js';

/** The header that names a call's project, for operators and for callers without a key. */
export const PROJECT_HEADER = 'gleaner-project';

/** The caller of a request and the project it concerns. */
export interface Caller {
  readonly actor: Actor;
  readonly projectId: string;
  /** Separates the stored idempotency keys of different callers; empty without a key. */
  readonly fingerprint: string;
}

/** The credentials in a request: its headers `Authorization` and `Cookie`. A key takes precedence over a sign-in. */
export interface Credentials {
  readonly authorization?: unknown;
  readonly cookie?: unknown;
}

/** Number of recently valid keys that are remembered for per-client limits. */
const REMEMBERED = 10_000;
/** Time that a valid key is remembered. Otherwise a call counts for its address. */
const REMEMBERED_MS = 10 * 60_000;

const digestOf = (shown: string): string => createHash('sha256').update(shown).digest('base64');
/** The credential under which a caller is remembered; undefined without one. */
const shownBy = ({ authorization, cookie }: Credentials): string | undefined => {
  if (typeof authorization === 'string') return authorization;
  return authorization === undefined ? (signInOf(cookie) ?? undefined) : undefined;
};
const highest = (scopes: readonly KeyScope[]): KeyScope =>
  KEY_SCOPES.findLast((scope) => scopes.includes(scope)) ?? 'read';

/** Identifies callers: by a key from the settings, by a project's key, or as local callers without one. */
@Injectable()
export class Callers {
  private readonly known = new LRUCache<string, string>({ max: REMEMBERED, ttl: REMEMBERED_MS });

  constructor(
    private readonly operators: ApiKeys,
    private readonly stored: StoredKeysRepository,
    private readonly signIns: SignInsRepository,
  ) {}

  /**
   * @param project id or name of the project that the call names
   * @returns null if a key is needed and it is missing, wrong, expired or revoked
   * @throws DomainError NOT_FOUND if the caller has no such project
   */
  async identify({ authorization, cookie }: Credentials, project?: unknown): Promise<Caller | null> {
    const token = authorization === undefined ? signInOf(cookie) : null;
    const signedIn = token === null ? null : await this.ofSignIn(token, project);
    if (signedIn !== null) return signedIn;
    const [, bearer] = (typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization) : null) ?? [];
    const given = bearer === undefined ? null : readApiKey(bearer);
    if (given !== null) return this.ofKey(given, String(authorization), project);
    const operator = this.operators.identify(authorization);
    if (operator === null && this.operators.required) return null;
    return operator === null
      ? {
          actor: { kind: 'local', name: 'local', scope: 'admin' },
          fingerprint: '',
          projectId: await this.projectOf(project),
        }
      : this.ofOperator(this.operators.fingerprintOf(authorization), project);
  }

  /** Identifies the client for per-client limits, without a database query. */
  clientOf(credentials: Credentials, address: string): string {
    const shown = shownBy(credentials);
    const known = shown === undefined ? undefined : this.known.get(digestOf(shown));
    return known === undefined ? this.operators.clientOf(credentials.authorization, address) : `key ${known}`;
  }

  /** A signed-in browser has the rights of its key, as long as the key is valid. */
  private async ofSignIn(token: string, project: unknown): Promise<Caller | null> {
    const signIn = await this.signIns.find(token);
    if (signIn === null) return null;
    if (signIn.keyId !== null) {
      const key = await this.stored.findUsable(signIn.keyId);
      return key && this.ofStored(key, token, project);
    }
    const place = this.operators.placeOf(signIn.operator ?? '');
    if (place === null) return null;
    this.known.set(digestOf(token), String(place));
    return this.ofOperator(signIn.operator ?? '', project);
  }

  private async ofOperator(fingerprint: string, project: unknown): Promise<Caller> {
    const actor: Actor = { kind: 'operator', name: `operator ${fingerprint.slice(0, 8)}`, scope: 'admin' };
    return { actor, fingerprint, projectId: await this.projectOf(project) };
  }

  private async ofKey(
    { id, secret }: { readonly id: string; readonly secret: string },
    authorization: string,
    project: unknown,
  ): Promise<Caller | null> {
    const key = await this.stored.findUsable(id);
    return key && isSecretOf(key.secretHash, secret) ? this.ofStored(key, authorization, project) : null;
  }

  private async ofStored(key: StoredKey, shown: string, project: unknown): Promise<Caller> {
    // A key has one project: another one does not exist for it.
    if (project !== undefined && (await this.projectOf(project)) !== key.projectId)
      throw notFound('project', typeof project === 'string' ? project : 'named twice');
    this.known.set(digestOf(shown), key.id);
    await this.stored.noteUse(key.id);
    return {
      actor: { kind: 'key', name: key.id, scope: highest(key.scopes) },
      projectId: key.projectId,
      fingerprint: `key ${key.id}`,
    };
  }

  private async projectOf(project: unknown): Promise<string> {
    if (project === undefined) return DEFAULT_PROJECT_ID;
    if (typeof project !== 'string' || project === '' || project.length > 200 || project.includes('\0')) {
      throw new DomainError('VALIDATION_FAILED', 'The project must be named once', {
        field: 'Gleaner-Project',
        allowed: 'the id or the name of a project',
      });
    }
    const id = await this.stored.projectIdOf(project);
    if (id === null) throw notFound('project', project);
    return id;
  }
}
