import { runCommand } from '../support/command.js';
import { describeDemo, QUICK } from '../support/demo-run.js';

// `npm run test:long` has a larger budget, the usual model, and reruns on the same folder, to the end and to a Ctrl-C.
describeDemo({ budget: 60, margin: 0, again: false, model: QUICK });

const CRAWL = ['crawl', '--keywords', 'food', '--seeds', 'http://food.example/'];
const AWAY = 'http://127.0.0.1:9';

describe('the command line', () => {
  it.each([
    [[], 'Usage: gleaner'],
    [['nothing'], "unknown command 'nothing'"],
    [['demo', '--budget', 'many'], 'Expected a whole number from 10 to 100000'],
    [['demo', '--topic-class', 'food'], 'Expected one of'],
    [['demo', '--policies', 'tres,tress'], 'tress is not one of'],
    [['crawl', '--seeds', 'http://example.org/'], "required option '--keywords <words>' not specified"],
    [['crawl', '--keywords', 'food', '--seeds', 'example'], 'example is not an http or https URL'],
    [['crawl', '--eagerness', '2'], 'Expected a number from 0 to 1.'],
    [['crawl', '--policy-config', 'bins=5'], 'Expected a JSON object'],
    [[...CRAWL, '--url', AWAY, '--data', 'd'], '--data: expected without --url, which names a running service'],
    [[...CRAWL, '--url', AWAY, '--keep'], '--keep: expected without --url, which names a running service'],
    [[...CRAWL, '--key', 'k'], '--key: expected with --url or GLEANER_URL'],
    [[...CRAWL, '--window', '50'], '--window: expected with --until-below'],
    [['topics', 'list', '--url', AWAY, '--data', 'd'], '--data: expected without --url'],
    [['serve', '--port', '70000'], 'Expected a whole number from 0 to 65535'],
    [['web', 'missing.warc.gz'], 'missing.warc.gz does not exist'],
  ])('refuses %j with exit code 2 and says what is wrong', async (args, message) => {
    const { code, err, out } = await runCommand(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('shows the options of a command', async () => {
    const { code, out } = await runCommand(['demo', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--topic-class');
  });
});
