import { readFileSync } from 'node:fs';
import { callComplaints, callsIn } from './document-calls.js';
import { complaints, type Programs } from './document-commands.js';
import { repositoryPaths } from './documents.js';
import { commandsIn, shellCommands } from './shell-commands.js';

const known = repositoryPaths();
const text = (file: string): string => readFileSync(file, 'utf8');
const programs: Programs = {
  scripts: Object.keys(JSON.parse(text('package.json')).scripts),
  projects: [...text('jest.config.mjs').matchAll(/ project\('(\w+)'/g)].map(([, name]) => name),
  suites: known.filter((path) => /\.(?:test|spec)\.ts$/.test(path)),
  settings: [...text('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
};
/** Documents with commands; those of past versions are left out. */
const documents = known.filter(
  (path) => path.endsWith('.md') && path !== 'CHANGELOG.md' && commandsIn(text(path)).length > 0,
);

const withCalls = known.filter(
  (path) => path.endsWith('.md') && path !== 'CHANGELOG.md' && callsIn(text(path)).length > 0,
);

const complaintsOf = async (markdown: string): Promise<string[]> =>
  (await Promise.all(commandsIn(markdown).map((command) => complaints(command, programs)))).flat();

describe('the commands of the documents', () => {
  it.each(documents)('of %s exist, with their options and settings', async (file) => {
    expect(await complaintsOf(text(file))).toEqual([]);
  });

  it.each([
    ['a command', 'gleaner nonsense', 'gleaner has no command "nonsense"'],
    ['an option', 'gleaner crawl --nonsense', 'gleaner crawl has no option --nonsense'],
    ['a script of npm', 'npm run nonsense', 'npm has no script "nonsense"'],
    ['a script that passes options on', 'npm run demo -- --nonsense', 'gleaner demo has no option --nonsense'],
    ['a suite', 'npm test -- nonsense.test', 'no suite matches "nonsense.test"'],
    ['a group of suites', 'npm test -- --selectProjects unit nonsense', 'there is no group of suites "nonsense"'],
    ['a file', 'node bench/nonsense.mjs', 'bench/nonsense.mjs does not exist'],
    ['an option of a bench', 'node bench/replay.mjs --nonsense 3', 'bench/replay.mjs has no option --nonsense'],
    ['a setting', 'NONSENSE=1 npm start', 'NONSENSE is not a setting'],
  ])('are refused: %s', async (_, command, complaint) => {
    expect(await complaintsOf(`\`${command}\``)).toEqual([complaint]);
  });

  it('are parsed as a whole in blocks', async () => {
    const block = (command: string): string => `\`\`\`sh\n${command}\n\`\`\`\n`;
    expect(await complaintsOf(block('gleaner crawl --keywords cheese'))).toEqual([expect.stringContaining('--seeds')]);
    expect(await complaintsOf(block('gleaner domains ID --first many'))).toEqual([expect.stringContaining('many')]);
    expect(await complaintsOf(block('gleaner domains ID --first 2'))).toEqual([]);
  });

  it.each([
    ["A=1 B='x y' node a.mjs --b 'c d' # e", [{ settings: ['A', 'B'], words: ['node', 'a.mjs', '--b', 'c d'] }]],
    ['a \\\n  --b="c;d" > e.txt && f', [{ words: ['a', '--b=c;d'] }, { words: ['f'] }]],
    ['a $(b c) | d 2>&1; e x#y', [{ words: ['a', '$(b c)'] }, { words: ['d'] }, { words: ['e', 'x#y'] }]],
  ])('are read from a shell text: %s', (shell, expected) => {
    expect(shellCommands(shell, true)).toMatchObject(expected);
  });
});

describe('the API calls of the documents', () => {
  it.each(withCalls)('of %s exist, with their parameters and fields', (file) => {
    expect(callsIn(text(file)).flatMap(callComplaints)).toEqual([]);
  });

  it.each([
    ['a path', '`GET /v1/nonsense`', 'the API has no GET /v1/nonsense'],
    ['a method', '`DELETE /v1/topics`', 'the API has no DELETE /v1/topics'],
    ['a parameter', '`GET /v1/topics/:id/pages?nonsense=1`', 'GET /v1/topics/:id/pages has no parameter "nonsense"'],
    [
      'a field',
      '```sh\ncurl localhost:3000/v1/topics -d \'{"name": "x", "nonsense": 1}\'\n```',
      '.nonsense is no field',
    ],
    ['a missing field', '```sh\ncurl localhost:3000/v1/topics -d \'{"keywords": ["x"]}\'\n```', '.name is missing'],
    ['a body', '```sh\ncurl localhost:3000/v1/topics -d nonsense\n```', 'this is not JSON: nonsense'],
  ])('are refused: %s', (_, markdown, complaint) => {
    expect(callsIn(markdown).flatMap(callComplaints)).toEqual([complaint]);
  });
});
