import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { namesTag } from '../api/index.js';
import { notFound } from '../errors/index.js';
import { type Coding, graphiqlFiles, type StaticFile } from './graphiql-files.js';

/** Revalidated once a day; on a reload the tag reveals a changed file. */
const CACHE_CONTROL = 'public, max-age=86400';

function send(file: StaticFile, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('etag', file.etag).header('cache-control', CACHE_CONTROL).header('vary', 'accept-encoding');
  const known = request.headers['if-none-match'];
  if (known !== undefined && namesTag(known, file.etag, true)) {
    void reply.status(304).send();
    return;
  }
  const coding = (new Negotiator(request.raw).encodings([...file.codings])[0] ?? 'identity') as Coding;
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  void reply.type(file.type).send(file.read(coding));
}

/** Pages for people. All their assets come from this service. */
@ApiExcludeController()
@Controller()
export class PagesController {
  @Get('graphiql')
  async graphiql(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.graphiqlFile('', request, reply);
  }

  @Get('graphiql/:file')
  async graphiqlFile(
    @Param('file') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = (await graphiqlFiles()).get(name);
    if (!file) throw notFound('file', name);
    send(file, request, reply);
  }
}
