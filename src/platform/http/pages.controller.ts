import { Controller, Get, Header, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

let page: string | undefined;

/** Loaded when it is first asked for: the package is 9 MB of inlined code. */
async function graphiqlPage(): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return (page ??= renderGraphiQL({ endpoint: '/graphql', subscriptionsProtocol: 'WS', title: 'Gleaner GraphiQL' }));
}

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
  graphiql(): Promise<string> {
    return graphiqlPage();
  }
}
