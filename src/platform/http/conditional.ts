import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, CODING, namesTag, Precondition } from '../api/index.js';
import { PROJECT_HEADER } from '../auth/index.js';
import { DomainError, invalid } from '../errors/index.js';
import type { Semaphore } from '../concurrency/index.js';

/** Methods whose response is the resource as GET returns it. */
const WHOLE_ANSWERS = ['PUT', 'PATCH'];

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';
const isResource = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith(`${API_PREFIX}/`) === true || routeOptions.url === '/openapi.json';

/** The tag of a response: the state that the handler named, if any, and a hash of the whole representation. */
function tagOf(payload: string | Buffer, named: string | undefined): string {
  const hash = createHash('sha1').update(payload).digest('base64url').slice(0, 20);
  return named === undefined ? `"${hash}"` : `"${named.replaceAll('"', '')}.${hash}"`;
}

function tagPayload(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const named = reply.getHeader('etag') as string | undefined;
  if (reply.statusCode >= 300 || (typeof payload !== 'string' && !Buffer.isBuffer(payload)) || !isResource(request))
    return payload;
  // Responses of other calls are not the resource itself.
  if (
    !isRead(request) &&
    (named === undefined || !(WHOLE_ANSWERS.includes(request.method) || reply.statusCode === 201))
  )
    return payload;
  const tag = tagOf(request.wholeAnswer ?? payload, named);
  void reply.header('etag', tag);
  if (!isRead(request)) return payload;
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined || !namesTag(known, tag, true)) return payload;
  void reply.status(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}

/**
 * Path of the resource that a call would change: its own if GET can read it, otherwise the one above, as for
 * `/sessions/:id/pause`.
 */
function changedResource(request: FastifyRequest, canRead: (path: string) => boolean): string | null {
  const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
  if (canRead(path)) return path;
  const above = path.slice(0, path.lastIndexOf('/'));
  return canRead(above) ? above : null;
}

/** The `If-Match` condition of a call: the resource that it changes must be unchanged. */
function preconditionOf(
  server: FastifyInstance,
  request: FastifyRequest,
  condition: string,
  path: string,
  turns: Semaphore,
): Precondition {
  const { authorization, cookie, host, [PROJECT_HEADER]: project } = request.headers;
  return new Precondition(turns, async () => {
    const answer = await server.inject({
      method: 'GET',
      url: path,
      headers: {
        ...(authorization && { authorization }),
        ...(cookie && { cookie }),
        ...(host && { host }),
        ...(project && { [PROJECT_HEADER]: project }),
      },
    });
    if (answer.statusCode === 200 && namesTag(condition, answer.headers.etag ?? '', false)) return;
    // Unreadable is not the same as unchanged: the cause that prevents reading also prevents the change.
    if (answer.statusCode !== 200 && answer.statusCode !== 404)
      throw Object.assign(new Error('the object to be changed cannot be read at the moment'), {
        statusCode: answer.statusCode,
      });
    throw new DomainError(
      'PRECONDITION_FAILED',
      'the object has changed since the state in If-Match: read it again and repeat the change',
      {
        field: 'If-Match',
        allowed: 'the ETag of its latest answer',
      },
    );
  });
}

/**
 * Adds entity tags to all reads, answers 304 for unchanged content, and checks the conditions of calls that change it.
 *
 * The code that makes the change checks its condition within its transaction (`Precondition`). Calls that change
 * nothing readable refuse conditions: ignoring a condition could do something that the client did not want.
 *
 * @param canRead whether a path has GET
 * @param turns limits concurrent changes with a condition
 */
export function installConditions(server: FastifyInstance, canRead: (path: string) => boolean, turns: Semaphore): void {
  server.decorateRequest('precondition', undefined);
  server.addHook('preHandler', async (request) => {
    const condition = request.headers['if-match'];
    if (condition === undefined || isRead(request) || !isResource(request)) return;
    const { condition: kind } = request.routeOptions.config;
    if (kind === 'own') return;
    const path = kind === 'resource' ? changedResource(request, canRead) : null;
    if (path === null)
      throw invalid(
        'If-Match',
        'this call does not change an object that could be read before, so it takes no condition',
        'no If-Match',
      );
    request.precondition = preconditionOf(server, request, condition, path, turns);
  });
  server.addHook('onSend', async (request, reply, payload) => tagPayload(request, reply, payload));
}

/** Marks the tags of compressed responses. Add it after the hook that compresses. */
export function markCompressed(reply: FastifyReply): void {
  const [coding, tag] = [reply.getHeader('content-encoding'), reply.getHeader('etag')];
  if (
    typeof coding === 'string' &&
    coding !== 'identity' &&
    typeof tag === 'string' &&
    !CODING.test(tag.slice(0, -1))
  ) {
    void reply.header('etag', `${tag.slice(0, -1)}~${coding}"`);
  }
}
