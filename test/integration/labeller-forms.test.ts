import { LabellerClient } from '../../src/modules/topics/labeller/index.js';
import {
  labelling,
  refusing,
  startLabeller,
  type LabellerAnswer,
  type TestLabeller,
} from '../support/labeller-server.js';

/** The refusal of newer language models. */
const refusal = (param: string, instead: string): LabellerAnswer =>
  refusing(
    400,
    { 'content-type': 'application/json' },
    JSON.stringify({ error: { message: `Unsupported parameter: '${param}'. ${instead}`, param, code: 'unsupported' } }),
  );
const good = labelling(() => true);
const newer: LabellerAnswer = (request, response) => {
  if ('max_tokens' in request.body)
    return refusal('max_tokens', "Use 'max_completion_tokens' instead.")(request, response);
  if ('temperature' in request.body)
    return refusal('temperature', 'Only the default (1) value is supported.')(request, response);
  good(request, response);
};

let server: TestLabeller;
let client: LabellerClient;
beforeAll(async () => {
  server = await startLabeller(good);
  client = new LabellerClient({
    LABELLER_URL: server.url,
    LABELLER_MODEL: 'model',
    LABELLER_KEY: undefined,
    CRAWL_ALLOW_PRIVATE_NETWORKS: false,
    CRAWL_ALLOWED_PORTS: [80, 443],
    CRAWL_USER_AGENT: 'test',
  });
});
afterAll(async () => {
  await client.onModuleDestroy();
  await server.close();
});

/** Asks once. @returns the result, and the limits in the requests */
async function ask(how: LabellerAnswer) {
  server.answer(how);
  server.requests.length = 0;
  const topic = { name: 'kites', description: '', keywords: [] };
  const page = { url: 'http://kite.example/', title: 'Kites', text: 'A kite.' };
  const reply = await client.ask(topic, page, new AbortController().signal);
  const names = ['max_tokens', 'max_completion_tokens', 'temperature'];
  return [reply.kind, ...server.requests.map(({ body }) => names.filter((name) => name in body).join(' '))];
}

test('a request is made as older language models want it', async () => {
  expect(await ask(good)).toEqual(['label', 'max_tokens temperature']);
});

test('a request refused for the name of its limit is repeated with the other one; if both are refused, nothing is cached', async () => {
  const limits = /max_\w*tokens/;
  const neither: LabellerAnswer = (request, response) =>
    refusal(Object.keys(request.body).find((name) => limits.test(name)) ?? '', '')(request, response);
  const [kind, ...requests] = await ask(neither);
  expect([kind, requests.length]).toEqual(['refused', 2]);
  expect(await ask(refusing(400, {}, 'no such model'))).toEqual(['refused', 'max_tokens temperature']);
});

test('what a newer one takes is remembered, and given up when it is refused', async () => {
  expect(await ask(newer)).toEqual([
    'label',
    'max_tokens temperature',
    'max_completion_tokens temperature',
    'max_completion_tokens',
  ]);
  expect(await ask(newer)).toEqual(['label', 'max_completion_tokens']);
  const older: LabellerAnswer = (request, response) =>
    ('max_completion_tokens' in request.body ? refusal('max_completion_tokens', '') : good)(request, response);
  expect(await ask(older)).toEqual(['label', 'max_completion_tokens', 'max_tokens']);
});
