#!/usr/bin/env node
/**
 * A topic, a crawl session and its relevant pages through REST, with nothing but Node. Start the service first
 * (`npm start`), then:
 *
 *   node examples/api/crawl-a-topic.mjs cheese,cheddar https://en.wikipedia.org/wiki/Cheese 200
 */
const [keywords, seeds, fetches = '100'] = process.argv.slice(2);
if (!keywords || !seeds) {
  process.stderr.write('usage: crawl-a-topic.mjs KEYWORD,… SEED,… [FETCHES]\n');
  process.exit(2);
}
const { GLEANER_URL = 'http://127.0.0.1:3000', GLEANER_KEY } = process.env;

async function call(method, path, body) {
  const response = await fetch(`${GLEANER_URL}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(GLEANER_KEY === undefined ? {} : { authorization: `Bearer ${GLEANER_KEY}` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  // Problems name the field and what is allowed (RFC 9457).
  if (!response.ok) throw new Error([answer.detail, answer.field, answer.allowed].filter(Boolean).join(' | '));
  return answer;
}

const topic = await call('POST', '/v1/topics', {
  name: keywords,
  keywords: keywords.split(','),
  seeds: seeds.split(','),
});
let session = await call('POST', `/v1/topics/${topic.id}/sessions`, { budget: { fetches: Number(fetches) } });
while (!['completed', 'stopped', 'failed'].includes(session.state)) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  session = await call('GET', `/v1/sessions/${session.id}`);
  process.stderr.write(`${session.state} ${session.fetched} fetched, ${session.relevant} relevant\n`);
}
const { items } = await call('GET', `/v1/sessions/${session.id}/pages?relevant=true&first=20`);
for (const { url, probability } of items) process.stdout.write(`${probability.toFixed(2)} ${url}\n`);
