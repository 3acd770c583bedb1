import { Controller, Get, Header, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

let graphiql: string | undefined;

/** Pages for people. Everything they load comes from this service. */
@ApiExcludeController()
@Controller()
export class PagesController {
  @Get()
  @Redirect('/docs', 302)
  home(): void {
    return;
  }

  @Get('graphiql')
  @Header('content-type', 'text/html; charset=utf-8')
  graphiql(): string {
    return (graphiql ??= renderGraphiQL({ endpoint: '/graphql', subscriptionsProtocol: 'WS', title: 'Gleaner GraphiQL' }));
  }
}
