import { Inject, Injectable } from '@nestjs/common';
import { ApiKeys, type Caller, Callers, SignInsRepository } from '../../../platform/auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { RateWindowsRepository } from '../../../platform/http/index.js';

/** Attempts to sign in per minute from one address, successful or not. */
const ATTEMPTS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

interface NewSignIn {
  readonly caller: Caller;
  readonly token: string;
  /** Lifetime of the sign-in. */
  readonly seconds: number;
}

/** Creates sign-ins from keys. */
@Injectable()
export class SignInService {
  constructor(
    private readonly keys: ApiKeys,
    private readonly callers: Callers,
    private readonly signIns: SignInsRepository,
    private readonly windows: RateWindowsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'SIGN_IN_HOURS'>,
  ) {}

  get isKeyNeeded(): boolean {
    return this.keys.required;
  }

  /** The caller of a browser with this cookie; null if it has to sign in first. */
  callerWith(cookie: string | undefined): Promise<Caller | null> {
    return this.callers.identify({ cookie });
  }

  /** Keys are too long to be guessed; attempts are limited nevertheless. @throws DomainError RATE_LIMITED */
  async countAttempt(address: string): Promise<void> {
    const client = `sign-in ${this.keys.clientOf(undefined, address)}`;
    const window = (await this.windows.add(new Map([[client, 1]]), MINUTE_MS)).get(client);
    if (window === undefined || window.calls <= ATTEMPTS_PER_MINUTE) return;
    const retryAfterSeconds = Math.ceil(window.ttl / 1_000);
    throw new DomainError(
      'RATE_LIMITED',
      `More than ${ATTEMPTS_PER_MINUTE} attempts to sign in within a minute; try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }

  /** @throws DomainError UNAUTHENTICATED */
  async signIn(key: string): Promise<NewSignIn> {
    const caller = await this.callers.identify({ authorization: `Bearer ${key}` });
    if (caller === null || caller.actor.kind === 'local')
      throw new DomainError('UNAUTHENTICATED', 'This key is not known, or it has expired or was revoked', {
        field: 'key',
        allowed: 'a key of a project, or one of API_KEYS',
      });
    const seconds = this.config.SIGN_IN_HOURS * 3_600;
    const isProjects = caller.actor.kind === 'key';
    const token = await this.signIns.add({
      keyId: isProjects ? caller.actor.name : null,
      operator: isProjects ? null : caller.fingerprint,
      expiresAt: new Date(Date.now() + seconds * 1_000),
    });
    return { caller, token, seconds };
  }

  async signOut(token: string | null): Promise<void> {
    if (token !== null) await this.signIns.remove(token);
  }
}
