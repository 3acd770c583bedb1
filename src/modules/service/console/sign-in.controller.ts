import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, clearedCookie, signInCookie, signInOf } from '../../../platform/auth/index.js';
import { invalid } from '../../../platform/errors/index.js';
import { refuseForgedCalls } from '../../../platform/http/index.js';
import { SignInService } from './sign-in.service.js';

/** Longer than any key. */
const MOST_CHARACTERS = 1_000;
/** These calls identify their caller themselves. */
const Open = () => RouteConfig({ open: true });
/** The browser states its scheme in `Origin`, even if a proxy ends TLS. */
const isSecure = ({ headers: { origin } }: FastifyRequest): boolean => origin?.startsWith('https://') === true;

/** The console's caller. */
interface Standing {
  /** Whether calls need a key. */
  readonly needed: boolean;
  readonly signedIn: {
    readonly kind: string;
    readonly name: string;
    readonly scope: string;
    /** Id of the project that it sees unless it names another one. */
    readonly project: string;
  } | null;
}

/**
 * Signing in and out, allowed only from the console's page: a page of another site must not sign a browser in with its
 * own key either.
 */
@ApiExcludeController()
@Controller('console/sign-in')
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Get()
  @Open()
  async standing(
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Standing> {
    void reply.header('cache-control', 'no-store');
    return this.standingOf(await this.signIns.callerWith(headers.cookie));
  }

  @Post()
  @Open()
  async signIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Standing> {
    refuseForgedCalls(request);
    const key = (request.body as { readonly key?: unknown } | null | undefined)?.key;
    if (typeof key !== 'string' || key === '' || key.length > MOST_CHARACTERS)
      throw invalid('key', 'A sign-in needs a key', 'a key of a project, or one of API_KEYS');
    await this.signIns.countAttempt(request.ip);
    const { caller, token, seconds } = await this.signIns.signIn(key.trim());
    // An earlier sign-in ends.
    await this.signIns.signOut(signInOf(request.headers.cookie));
    void reply
      .header('set-cookie', signInCookie(token, seconds, isSecure(request)))
      .header('cache-control', 'no-store');
    return this.standingOf(caller);
  }

  @Delete()
  @HttpCode(204)
  @Open()
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    refuseForgedCalls(request);
    await this.signIns.signOut(signInOf(request.headers.cookie));
    void reply.header('set-cookie', clearedCookie(isSecure(request)));
  }

  private standingOf(caller: Caller | null): Standing {
    const needed = this.signIns.isKeyNeeded;
    if (caller === null || caller.actor.kind === 'local') return { needed, signedIn: null };
    const { kind, name, scope } = caller.actor;
    return { needed, signedIn: { kind, name, scope, project: caller.projectId } };
  }
}
