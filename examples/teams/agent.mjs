#!/usr/bin/env node
/**
 * The steps of an agent with Gleaner's tools (Model Context Protocol), as a program: a topic, a crawl, and the texts of
 * the best pages, which a language model would answer from. Needs the official client: npm i
 * @modelcontextprotocol/client
 *
 *   node examples/teams/agent.mjs --keywords cheese,cheddar,rennet --seeds https://en.wikipedia.org/wiki/Cheese --pages 5
 */
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { values } = parseArgs({
  options: {
    keywords: { type: 'string' },
    seeds: { type: 'string' },
    /** Relevant pages that are enough; then the crawl is stopped. */
    pages: { type: 'string', default: '5' },
    fetches: { type: 'string', default: '200' },
  },
});
if (!values.keywords || !values.seeds) {
  process.stderr.write('usage: agent.mjs --keywords WORD,… --seeds URL,… [--pages N] [--fetches N]\n');
  process.exit(2);
}
const { GLEANER_URL: url = 'http://127.0.0.1:3000', GLEANER_KEY: key } = process.env;
const client = new Client({ name: 'example-agent', version: '1.0.0' });
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: key ? { authorization: `Bearer ${key}` } : {} },
  }),
);
/** Tools refuse with a text that says what is wrong and what is allowed, for the model to read. */
async function use(name, args) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name}: ${content[0]?.text}`);
  process.stderr.write(`${name}\n`);
  return structuredContent;
}

const { topic_id } = await use('create_topic', {
  name: `${values.keywords} (${new Date().toISOString()})`,
  keywords: values.keywords.split(','),
  seeds: values.seeds.split(','),
});
const enough = Number(values.pages);
let status = await use('start_session', { topic_id, budget: Number(values.fetches) });
const { session_id } = status;
while (!status.ended && status.relevant_pages < enough)
  status = await use('session_status', { session_id, wait_seconds: 20, until_relevant_pages: enough });
if (!status.ended) await use('stop_session', { session_id });

const { pages } = await use('list_relevant_pages', { session_id, limit: Math.min(enough, 50) });
for (const { step, url: address, title } of pages) {
  const { text } = await use('get_page_text', { session_id, step, length: 300 });
  process.stdout.write(`${title ?? ''}\n${address}\n${text.replaceAll(/\s+/g, ' ')}\n\n`);
}
await client.close();
