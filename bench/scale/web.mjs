/**
 * A synthetic web of many sites behind a forward proxy, in its own process, so that its memory is not counted with the
 * service's.
 *
 * usage: node bench/scale/web.mjs PAGES; sends `{url, keywords, seeds}` to its parent, ends with it
 */
import { serveRecordedWeb } from '../../dist/modules/research/recorded-web/index.js';
import { openSyntheticWeb } from '../../dist/modules/research/synthetic-web/index.js';
import { parseSyntheticSettings } from '../../dist/domain/webs/index.js';

const KEYWORDS = 8;
const SEEDS = 20;

const responses = openSyntheticWeb(parseSyntheticSettings(`pages=${Number(process.argv[2])},seed=1`));
const { web } = responses;
const { url } = await serveRecordedWeb(responses, { port: 0 });
process.send({
  url,
  keywords: web.keywords(KEYWORDS),
  seeds: web.seeds.slice(0, SEEDS).map((page) => web.urlOf(page)),
});
process.on('disconnect', () => process.exit(0));
