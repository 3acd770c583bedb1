import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A document as sent to a classifier. */
export interface AskedDocument {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
}
interface ClassifierRequest {
  readonly documents: readonly AskedDocument[];
  readonly headers: IncomingMessage['headers'];
}

/** Responds to a request; a classifier that never ends the response hangs. */
export type ClassifierAnswer = (request: ClassifierRequest, response: ServerResponse) => void;

export interface TestClassifier {
  readonly origin: string;
  readonly url: string;
  /** All requests so far, with any result. */
  readonly requests: ClassifierRequest[];
  /** Changes the responses from now on. */
  answer(how: ClassifierAnswer): void;
  /** Number of requests for each document, by URL. */
  asked(): Map<string, number>;
  /** Highest number of concurrent requests so far. */
  mostAtOnce(): number;
  /** Resolves when so many requests have arrived. */
  until(requests: number): Promise<void>;
  close(): Promise<void>;
}

const send = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
/** The classifier's probabilities by default. */
export const scoreOf = ({ title, text }: AskedDocument): number => (`${title} ${text}`.includes('cheese') ? 0.9 : 0.1);

/** By the word cheese, after a delay. */
export const classifying =
  (delayMs = 0): ClassifierAnswer =>
  ({ documents }, response) => {
    setTimeout(() => send(response, { probabilities: documents.map(scoreOf) }), delayMs);
  };
/** The same, with ids and in another order. */
export const byIds: ClassifierAnswer = ({ documents }, response) => {
  send(response, {
    results: documents.map((document) => ({ id: document.id, probability: scoreOf(document) })).reverse(),
  });
};
export const failing =
  (status: number, headers: Record<string, string> = {}, body = ''): ClassifierAnswer =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };
export const saying =
  (body: string): ClassifierAnswer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };
export const hanging: ClassifierAnswer = () => undefined;
export const hangingUp: ClassifierAnswer = (_, response) => void response.socket?.destroy();
/** Some responses first, then others. */
export function first(count: number, how: ClassifierAnswer, then: ClassifierAnswer): ClassifierAnswer {
  let answered = 0;
  return (request, response) => (answered++ < count ? how : then)(request, response);
}

/** A classifier over HTTP on loopback: documents with "cheese" are relevant by default. */
export async function startClassifier(how: ClassifierAnswer = classifying()): Promise<TestClassifier> {
  let answer = how;
  let atOnce = 0;
  let most = 0;
  const requests: ClassifierRequest[] = [];
  let arrived: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { documents } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ClassifierRequest;
      most = Math.max(most, ++atOnce);
      response.once('close', () => atOnce--);
      const asked = { documents, headers: request.headers };
      requests.push(asked);
      for (const look of arrived.splice(0)) look();
      answer(asked, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/score`,
    requests,
    answer: (other) => {
      answer = other;
    },
    asked: () => {
      const counts = new Map<string, number>();
      for (const { documents } of requests)
        for (const { url } of documents) counts.set(url, (counts.get(url) ?? 0) + 1);
      return counts;
    },
    mostAtOnce: () => most,
    until: async (count) => {
      while (requests.length < count) await new Promise<void>((resolve) => (arrived = [...arrived, resolve]));
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
