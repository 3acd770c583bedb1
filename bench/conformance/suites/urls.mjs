import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentUrl } from '../../../dist/domain/url/index.js';

export const about = 'the URL Standard: url/resources of web-platform-tests (urltestdata.json)';

/** As Gleaner asks for it: without user name, password and fragment, and nothing that is not http or https. */
function expected({ failure, href }) {
  if (failure === true) return null;
  const url = new URL(href);
  if (!/^https?:$/.test(url.protocol)) return null;
  url.username = url.password = url.hash = '';
  return url.href;
}

export async function* run(folder) {
  const cases = JSON.parse(await readFile(join(folder, 'urltestdata.json'), 'utf8'));
  for (const one of cases) {
    if (typeof one === 'string') continue;
    const got = sentUrl(one.input, one.base ?? undefined);
    const want = expected(one);
    yield { id: JSON.stringify(one.input), passed: got === want, reason: `${got}, expected ${want}` };
  }
}
