import fastifyWebsocket from '@fastify/websocket';
import { Inject } from '@nestjs/common';
import { AbstractGraphQLDriver, type GqlModuleOptions } from '@nestjs/graphql';
import type { FastifyInstance } from 'fastify';
import { GraphQLSchema } from 'graphql';
import { handleProtocols } from 'graphql-ws';
import { Callers, KeyWatch } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { httpRoute } from './http-route.js';
import { GraphqlOperations } from './operations.js';
import { GraphqlSockets } from './sockets.js';

/** Largest client message; a query with its variables has a few kilobytes. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Serves the schema that Nest builds from the resolvers: over HTTP and, at the same address, over WebSockets. */
export class FastifyGraphqlDriver extends AbstractGraphQLDriver {
  @Inject(APP_CONFIG)
  private readonly config: AppConfig;

  @Inject(Callers)
  private readonly callers: Callers;

  @Inject(KeyWatch)
  private readonly keys: KeyWatch;

  async start({ schema, path = '/graphql' }: GqlModuleOptions): Promise<void> {
    if (!(schema instanceof GraphQLSchema)) throw new Error('Nest built no schema');
    const operations = new GraphqlOperations(schema, this.config);
    const sockets = new GraphqlSockets(operations, this.config, this.callers, this.keys);
    const handler = httpRoute(operations);
    const server: FastifyInstance = this.httpAdapterHost.httpAdapter.getInstance();
    await server.register(async (scope) => {
      await scope.register(fastifyWebsocket, {
        options: {
          maxPayload: MAX_MESSAGE_BYTES,
          handleProtocols: (protocols) => handleProtocols(protocols),
          perMessageDeflate: false,
        },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: (done) => {
          sockets.closeAll();
          done();
        },
      });
      scope.route({
        method: 'GET',
        url: path,
        // The specification has GET and POST alone, and so has the handler.
        exposeHeadRoute: false,
        handler,
        preHandler: async (request) => {
          if (request.ws) sockets.requirePlace(request);
        },
        wsHandler: (socket, request) => sockets.serve(socket, request),
      });
      scope.post(path, handler);
    });
  }

  async stop(): Promise<void> {
    // The routes end with the server.
  }
}
