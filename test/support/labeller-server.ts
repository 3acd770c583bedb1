import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A parsed request to a labeller. */
export interface LabellerRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly temperature: number;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
  /** The page, between the marks. */
  readonly page: { readonly url: string; readonly title: string; readonly text: string };
  /** The text outside of the marks. */
  readonly outside: string;
}
export type LabellerAnswer = (request: LabellerRequest, response: ServerResponse) => void;

export interface TestLabeller {
  readonly url: string;
  readonly requests: LabellerRequest[];
  /** Changes the responses from now on. */
  answer(how: LabellerAnswer): void;
  close(): Promise<void>;
}

/** Responds with this content, in the form of the OpenAI API. */
export const saying =
  (content: (request: LabellerRequest) => string): LabellerAnswer =>
  (request, response) => {
    const message = { role: 'assistant', content: content(request) };
    const body = { id: 'x', object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop', message }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
export const labelling = (isRelevant: (text: string) => boolean): LabellerAnswer =>
  saying(({ page }) => {
    const relevant = isRelevant(page.text);
    return JSON.stringify({ label: relevant ? 'relevant' : 'irrelevant', reason: relevant ? 'It is.' : 'It is not.' });
  });
export const refusing =
  (status: number, headers: Record<string, string> = {}, body = ''): LabellerAnswer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
/** Some responses first, then others. */
export function first(count: number, how: LabellerAnswer, then: LabellerAnswer): LabellerAnswer {
  let answered = 0;
  return (request, response) => (answered++ < count ? how : then)(request, response);
}

const PAGE = /BEGIN PAGE ([0-9a-f]{24})\n(.*)\nEND PAGE \1/;

/** A substitute for an OpenAI-compatible endpoint, on loopback. */
export async function startLabeller(how: LabellerAnswer): Promise<TestLabeller> {
  let answer = how;
  const requests: LabellerRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as LabellerRequest['body'];
      const said = body.messages.map(({ content }) => content).join('\n');
      const page = JSON.parse(PAGE.exec(said)?.[2] ?? '{}') as LabellerRequest['page'];
      const asked = { path: request.url ?? '', headers: request.headers, body, page, outside: said.replace(PAGE, '') };
      requests.push(asked);
      answer(asked, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    requests,
    answer: (other) => {
      answer = other;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
