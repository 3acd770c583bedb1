import { Readable } from 'node:stream';
import { Controller, Get, Headers, Param, Query, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem, Produces, UuidPipe, operationsOf } from '../../../platform/api/index.js';
import { KeyWatch, PROJECT_HEADER } from '../../../platform/auth/index.js';
import { SessionEventDto } from '../sessions/index.js';
import { StreamArgs } from './dto/stream-item.dto.js';
import { RelevantPageDto, SessionProgressDto } from './dto/stream.dto.js';
import { OPENING, TOO_SLOW } from './event-stream.js';
import { SessionFeeds } from './session-feeds.service.js';
import type { StreamListener } from './stream-listener.js';
import { POSITION_FORM } from './stream-position.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  streamSession:
    'New data of a session, as it happens: relevant pages, events, and the progress at most five times a second. Ends when the session has ended and everything was sent',
} as const;

const Call = operationsOf(CALLS);

const EVENT_STREAM = 'text/event-stream';
/** A dropped client that does not even read its last message is disconnected after this time. */
const FAREWELL_MS = 30_000;
/** Longer than any position. */
const LONGEST_ID = 100;

/** Server-sent events. */
@ApiTags('sessions')
@Controller('sessions/:id/stream')
@ApiExtraModels(SessionProgressDto, RelevantPageDto, SessionEventDto)
export class SessionStreamsController {
  constructor(
    private readonly feeds: SessionFeeds,
    private readonly keys: KeyWatch,
  ) {}

  @Get()
  @Call('streamSession')
  @Produces(EVENT_STREAM)
  @ApiHeader({
    name: 'Last-Event-ID',
    description: `Continue after this item, without gaps or repeats: ${POSITION_FORM}. Takes precedence over \`after\``,
    required: false,
  })
  @ApiOkResponse({
    description:
      'Server-sent events, each as below. The data of `end` is the state in which the session ended, as `reason`',
    schema: {
      type: 'object',
      properties: {
        id: {
          type: 'string',
          description: 'Position of the item; a stream with it as Last-Event-ID continues after it',
          example: '1204.87.5f3c9a01',
        },
        event: { type: 'string', enum: ['progress', 'page', 'event', 'end'] },
        data: {
          oneOf: [SessionProgressDto, RelevantPageDto, SessionEventDto].map((dto) => ({ $ref: getSchemaPath(dto) })),
        },
      },
    },
  })
  @ApiNoContentResponse({
    description: 'The session has ended and everything was sent before `Last-Event-ID`: browsers do not connect again',
  })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'UNAVAILABLE')
  async stream(
    @Param('id', UuidPipe) id: string,
    @Query() { from, after }: StreamArgs,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // Browsers send an empty one before the first item.
    const known = lastEventId === undefined || lastEventId === '' ? null : lastEventId.slice(0, LONGEST_ID);
    const listener = await this.feeds.listen(id, {
      from: from ?? null,
      after: known ?? after ?? null,
      field: known === null ? 'after' : 'Last-Event-ID',
      farewell: { items: [], text: TOO_SLOW },
      onDropped: () => void setTimeout(() => reply.raw.destroy(), FAREWELL_MS).unref(),
    });
    if (listener === null) return void reply.status(204).send();
    const { headers } = request;
    const opener = { credentials: headers, project: headers[PROJECT_HEADER], fingerprint: request.caller };
    // A client whose key is revoked learns why when it reconnects.
    const unwatch = this.keys.watch(opener, () => reply.raw.destroy());
    // It may have disconnected while the log was read.
    if (reply.raw.destroyed) unwatch();
    else reply.raw.once('close', unwatch);
    // Only the headers are requested.
    if (request.method === 'HEAD') await listener.return();
    void reply
      .header('content-type', `${EVENT_STREAM}; charset=utf-8`)
      // Makes proxies forward each piece at once.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(textsOf(listener)));
  }
}

/** Not a generator: a reader could not end one that waits for the next text. */
function textsOf(listener: StreamListener): AsyncIterableIterator<string> {
  let isOpening = true;
  return {
    next: async () => {
      if (isOpening) {
        isOpening = false;
        return { value: OPENING, done: false };
      }
      const next = await listener.next();
      return next.done === true ? next : { value: next.value.text, done: false };
    },
    return: async () => {
      await listener.return();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
