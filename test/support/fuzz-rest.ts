import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ApiDocument, type HostileCall, hostileCalls } from './openapi-calls.js';

export interface Findings {
  readonly calls: number;
  /** Calls with impermissible responses, with the response. */
  readonly wrong: readonly string[];
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Requirements of each refusal. UNAVAILABLE depends on the network where an address is fetched. */
function flawOf(status: number, type: string, text: string): string | null {
  if (status < 400) return null;
  if (!type.startsWith('application/problem+json')) return `type ${type}`;
  const { code, field } = JSON.parse(text) as { code?: string; field?: string };
  if (status >= 500 && code !== 'UNAVAILABLE') return 'a server error';
  if (code === undefined) return 'no code';
  return status === 400 && (field === undefined || field === '') ? 'no field' : null;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** By Content-Encoding. */
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
};

/** The text of a response as clients read it. @throws Error if the body does not match its headers */
function textOf({ headers }: IncomingMessage, bytes: Buffer): string {
  const coding = headers['content-encoding'] ?? 'identity';
  const decode = DECODERS[coding];
  if (!decode) throw new Error(`an answer in the coding ${coding}`);
  // Responses without a body, such as those to HEAD, still name the coding.
  return bytes.length === 0 ? '' : new TextDecoder('utf-8', { fatal: true }).decode(decode(bytes));
}

/** Like `fetch`, without normalising addresses and headers. */
function send(agent: Agent, service: URL, { method, url, headers, payload }: HostileCall): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: service.hostname, port: service.port, method, path: url, headers },
      (response) => {
        const parts: Buffer[] = [];
        const type = response.headers['content-type'] ?? '';
        if (type.startsWith('text/event-stream')) {
          // It lasts as long as the session.
          response.destroy();
          return resolve({ status: response.statusCode ?? 0, type, text: '' });
        }
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('error', reject)
          .on('end', () => {
            try {
              const text = textOf(response, Buffer.concat(parts));
              resolve({ status: response.statusCode ?? 0, type, text });
            } catch (error) {
              reject(new Error(`${method} ${url.slice(0, 200)}: ${JSON.stringify(headers)}`, { cause: error }));
            }
          });
      },
    );
    outgoing.on('error', reject).end(payload);
  });
}

/** Makes hostile calls of every operation in the service's OpenAPI document. */
export async function fuzzRest(
  service: string,
  seed: number,
  calls: number,
  known: Readonly<Record<string, string>>,
): Promise<Findings> {
  const document = (await (await fetch(`${service}/openapi.json`)).json()) as ApiDocument;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const wrong: string[] = [];
  const statuses: Record<string, number> = {};
  let made = 0;
  for (const hostile of hostileCalls(document, { seed, known })) {
    if (made++ >= calls) break;
    const { status, type, text } = await send(agent, new URL(service), hostile);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const flaw = hostile.method === 'HEAD' ? null : flawOf(status, type, text);
    if (flaw !== null)
      wrong.push(
        `${flaw}: ${hostile.method} ${hostile.url.slice(0, 200)} (${hostile.what}) → ${status} ${text.slice(0, 300)}`,
      );
  }
  agent.destroy();
  return { calls, wrong, statuses };
}
