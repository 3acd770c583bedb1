import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type ExecutionArgs, GraphQLError } from 'graphql';
import { CloseCode, type Context, makeServer, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { type Caller, type Callers, type Credentials, type KeyWatch, PROJECT_HEADER } from '../auth/index.js';
import type { AppConfig } from '../config/index.js';
import { DomainError, type ErrorCode, failureOf, formatGraphqlError, logRequestFailure } from '../errors/index.js';
import type { Scope } from '../scope/index.js';
import type { Events, GraphqlOperations, OperationRequest, PreparedOperation } from './operations.js';
import { type OperationRefusal, type Seat, SocketSeats } from './socket-seats.js';

/** Proxies close silent connections after a minute; a peer that has not answered by the next ping is gone. */
const PING_MS = 25_000;
/**
 * Most unread bytes of a client. A subscription sends its next event only after the last one; only query results and
 * pongs pile up.
 */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** A peer gets this long to answer a closing handshake. */
const CLOSE_GRACE_MS = 1_000;
/** WebSocket close codes: RFC 6455's, and those of graphql-transport-ws. */
const GOING_AWAY = 1001;
const STOPS = 'The service stops';
const TRY_AGAIN_LATER = 1013;

interface Extra {
  readonly seat: Seat;
  readonly request: FastifyRequest;
  /** The key may come in a header of the upgrade or in `connection_init`. */
  caller: string;
  /** Null until the caller is known. */
  scope: Scope | null;
  /** Ends the watch over its key. */
  unwatch: () => void;
  /** Whether the socket was closed, perhaps while its key was being looked up. */
  isClosed: boolean;
  /** Closes the socket because its key is no longer valid. */
  readonly refuse: () => void;
}
type SocketContext = Context<Record<string, unknown> | undefined, Extra>;

const REFUSALS: Readonly<Record<OperationRefusal, readonly [ErrorCode, string]>> = {
  socket: ['UNAVAILABLE', 'This socket has as many operations under way as it may have'],
  client: ['UNAVAILABLE', 'This client has as many operations under way on its sockets as it may have'],
  all: ['UNAVAILABLE', 'Too many operations are running on WebSockets; try again later'],
  rate: ['RATE_LIMITED', 'More operations in a minute than one client may begin'],
};

function refusedWith(refusal: OperationRefusal): readonly GraphQLError[] {
  const [code, message] = REFUSALS[refusal];
  return [formatGraphqlError(new GraphQLError(message, { originalError: new DomainError(code, message) }), '')];
}

/** Sends a closing frame, and ends the connection if the peer does not answer in time. */
function close(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
}

/** The same events; calls `onEnd` once when they end for any reason. */
function ending(events: Events, onEnd: () => void): Events {
  let ended = false;
  const end = () => {
    if (!ended) onEnd();
    ended = true;
  };
  return {
    next: () =>
      events.next().then(
        (event) => {
          if (event.done) end();
          return event;
        },
        (error: unknown) => {
          end();
          throw error;
        },
      ),
    return: () => events.return().finally(end),
    throw: (error) => events.throw(error).finally(end),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** GraphQL over WebSockets, by the protocol graphql-transport-ws. */
export class GraphqlSockets {
  private readonly logger = new Logger('GraphqlSockets');
  private readonly seats: SocketSeats;
  private readonly server: Server<Extra>;
  private readonly open = new Set<WebSocket>();
  private isStopping = false;

  constructor(
    private readonly operations: GraphqlOperations,
    config: AppConfig,
    private readonly callers: Callers,
    private readonly keys: KeyWatch,
  ) {
    this.seats = new SocketSeats(
      {
        sockets: config.SOCKETS_MAX,
        socketsPerClient: config.SOCKETS_PER_CLIENT,
        operations: config.SOCKET_OPERATIONS_MAX,
        operationsPerClient: config.SOCKET_OPERATIONS_PER_CLIENT,
        operationsPerSocket: config.SOCKET_OPERATIONS_PER_SOCKET,
        callsPerMinute: config.RATE_LIMIT_PER_MINUTE,
      },
      () => performance.now(),
    );
    this.server = makeServer<Record<string, unknown> | undefined, Extra>({
      connectionInitWaitTimeout: config.SOCKET_INIT_SECONDS * 1_000,
      onConnect: (context) => this.connect(context),
      onSubscribe: ({ extra }, _id, payload) => this.prepare(extra, payload),
      execute: (args: ExecutionArgs) => this.execute(args as Started),
      subscribe: (args: ExecutionArgs) => this.subscribe(args as Started),
      onError: ({ extra }, _id, _payload, errors) =>
        errors.map((error) => formatGraphqlError(error, extra.request.id).toJSON()),
    });
  }

  /**
   * @throws DomainError UNAVAILABLE if the client has no seat left; before the upgrade, so that the client gets an
   * ordinary error response
   */
  requirePlace(request: FastifyRequest): void {
    if (this.seats.hasPlace(this.clientOf(request))) return;
    throw new DomainError('UNAVAILABLE', 'Too many WebSockets are open', {
      allowed: 'fewer sockets at the same time: one socket can have many subscriptions',
    });
  }

  /** Serves a newly opened socket. */
  serve(socket: WebSocket, request: FastifyRequest): void {
    // Its request was under way when the service began to stop.
    if (this.isStopping) return close(socket, GOING_AWAY, STOPS);
    const seat = this.seats.open(this.clientOf(request), (why) => {
      socket.close(CloseCode.ConnectionInitialisationTimeout, why);
      socket.terminate();
    });
    if (!seat) return close(socket, TRY_AGAIN_LATER, 'Too many WebSockets are open');
    this.open.add(socket);
    const stopPinging = this.ping(socket);
    const extra: Extra = {
      ...{ seat, request, caller: request.caller, scope: request.scope, unwatch: () => undefined, isClosed: false },
      refuse: () => close(socket, CloseCode.Forbidden, 'The key may no longer be used'),
    };
    const closed = this.server.opened(
      {
        protocol: socket.protocol,
        send: (text) => this.send(socket, text),
        close: (code, reason) => close(socket, code ?? CloseCode.InternalServerError, reason ?? ''),
        onMessage: (callback) =>
          socket.on('message', (data: Buffer) => {
            callback(data.toString('utf8')).catch((error: unknown) => this.fail(socket, request, error));
          }),
      },
      extra,
    );
    socket.once('close', (code, reason) => {
      stopPinging();
      extra.isClosed = true;
      extra.unwatch();
      this.open.delete(socket);
      this.seats.close(seat);
      closed(code, String(reason)).catch((error: unknown) =>
        this.logger.warn({ err: error, requestId: request.id }, 'a subscription did not end'),
      );
    });
  }

  /** Ends all sockets when the service stops, and each that opens later: the server waits for all of them. */
  closeAll(): void {
    this.isStopping = true;
    for (const socket of this.open) close(socket, GOING_AWAY, STOPS);
  }

  private clientOf(request: FastifyRequest): string {
    return this.callers.clientOf(request.headers, request.ip);
  }

  /** `connection_init` may carry the key: browsers cannot send headers with the upgrade. */
  private async connect({ connectionParams, extra }: SocketContext): Promise<boolean> {
    const { seat, request } = extra;
    const key = connectionParams?.['authorization'] ?? connectionParams?.['Authorization'];
    // If a sign-in's cookie counts, the edge has checked that a page of this service opened the socket.
    const given = key === undefined ? request.headers : { authorization: key };
    const project = connectionParams?.['project'] ?? request.headers[PROJECT_HEADER];
    const caller = await this.callerOf(given, project);
    if (caller === null || extra.isClosed) return false;
    extra.caller = caller.fingerprint;
    const origin = { address: request.ip, requestId: request.id, call: '' };
    extra.scope = { kind: 'project', projectId: caller.projectId, actor: caller.actor, origin };
    extra.unwatch();
    extra.unwatch = this.keys.watch({ credentials: given, project, fingerprint: caller.fingerprint }, extra.refuse);
    const isKnown = caller.fingerprint !== '';
    return this.seats.initialise(seat, isKnown ? this.callers.clientOf(given, request.ip) : seat.client);
  }

  /** For a project that the caller does not have, the socket is only refused, without details. */
  private async callerOf(given: Credentials, project: unknown): Promise<Caller | null> {
    try {
      return await this.callers.identify(given, project);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  private prepare(
    { seat, request, caller, scope }: Extra,
    payload: OperationRequest,
  ): Started | readonly GraphQLError[] {
    if (scope === null) throw new Error('an operation came before its socket was acknowledged');
    const refusal = this.seats.begin(seat);
    if (refusal) return refusedWith(refusal);
    let prepared: ReturnType<GraphqlOperations['prepare']> | null = null;
    try {
      prepared = this.operations.prepare(payload, { requestId: request.id, caller, scope });
    } finally {
      if (!prepared || 'errors' in prepared) this.seats.end(seat);
    }
    return 'errors' in prepared ? prepared.errors : { ...prepared, seat };
  }

  private execute(started: Started) {
    return this.operations.run(started).finally(() => this.seats.end(started.seat));
  }

  private async subscribe(started: Started) {
    const end = () => this.seats.end(started.seat);
    try {
      const events = await this.operations.subscribe(started);
      if (Symbol.asyncIterator in events) return ending(events, end);
      end();
      return events;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Resolves when the text has been sent: then the next event of its subscription is requested. */
  private send(socket: WebSocket, text: string): Promise<void> {
    if (!this.keepsUp(socket)) return Promise.resolve();
    return new Promise((resolve) => {
      // An error here ends the socket, which `close` reports.
      socket.send(text, () => resolve());
    });
  }

  /** Disconnects a peer that does not read its responses. */
  private keepsUp(socket: WebSocket): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= MAX_BUFFERED_BYTES) return true;
    socket.terminate();
    return false;
  }

  private ping(socket: WebSocket): () => void {
    let answered = true;
    socket.on('pong', () => (answered = true));
    // The pongs that ws sends by itself pile up if they are not read.
    socket.on('ping', () => this.keepsUp(socket));
    const timer = setInterval(() => {
      if (!answered) return socket.terminate();
      answered = false;
      if (this.keepsUp(socket)) socket.ping();
    }, PING_MS);
    return () => clearInterval(timer);
  }

  private fail(socket: WebSocket, request: FastifyRequest, error: unknown): void {
    logRequestFailure(this.logger, error, 'a message was not handled', { requestId: request.id });
    // Clients give up after an internal error.
    if (failureOf(error).code === 'UNAVAILABLE') close(socket, TRY_AGAIN_LATER, 'Try again later');
    else close(socket, CloseCode.InternalServerError, 'Internal server error');
  }
}

interface Started extends PreparedOperation {
  readonly seat: Seat;
}
