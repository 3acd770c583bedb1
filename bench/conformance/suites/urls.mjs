import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentUrl } from '../../../dist/domain/url/index.js';

export const about = 'the URL Standard: url/resources of web-platform-tests (urltestdata.json)';

/**
 * The URL as Gleaner requests it: no user name, password or fragment, http or https only. It is cut from the text,
 * because Node's own parser is under test.
 */
const expected = ({ failure, href }) =>
  failure === true || !/^https?:/.test(href) ? null : href.replace(/#.*$/s, '').replace(/^(https?:\/\/)[^/?#]*@/, '$1');

export async function* run(folder) {
  const cases = JSON.parse(await readFile(join(folder, 'urltestdata.json'), 'utf8'));
  for (const one of cases) {
    if (typeof one === 'string') continue;
    const got = sentUrl(one.input, one.base ?? undefined);
    const want = expected(one);
    yield { id: JSON.stringify(one.input), passed: got === want, reason: `${got}, expected ${want}` };
  }
}
