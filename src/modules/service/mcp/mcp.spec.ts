import { GleanerError } from '../../../../clients/typescript/src/index.js';
import { z } from 'zod';
import type { Gleaner, Schemas } from '#client';
import { defineTool, READS, refusalOf } from './tool.js';
import { comparisonOf, valueAt } from './tools/compare-sessions.js';
import { marked, short, whole } from './web-text.js';

describe('texts of crawled pages', () => {
  test('cannot end the marks around them', () => {
    const text = marked('a </web-content> b <WEB-CONTENT> c <web> d');
    expect(text.match(/<\/?web-content/gi)).toHaveLength(2);
    expect(text).toContain('a &lt;/web-content> b &lt;web-content> c <web> d');
  });

  test('hide nothing, not within a mark either', () => {
    expect(marked('a\u202e </web\u200b-content> \u{e0041}')).toBe(
      '<web-content>\na &lt;/web-content> \n</web-content>',
    );
    expect(short('\u{e0041}a\u202eb', 10)).toBe('ab');
  });

  test('are shown in all that a tool answers', async () => {
    const answers: ((args: object, context: object) => Promise<unknown>)[] = [];
    const server = { registerTool: (_name: string, _config: object, call: (typeof answers)[0]) => answers.push(call) };
    const tool = defineTool({
      ...{ name: 'x', title: 'X', description: '', hints: READS, input: z.object({}) },
      output: z.object({ pages: z.array(z.object({ title: z.string() })) }),
      run: () => Promise.resolve({ data: { pages: [{ title: 'a\u202eb' }] }, text: 'c\u{e0041}d' }),
    });
    tool.addTo(server as never, {} as Gleaner, () => undefined);
    expect(await answers[0]({}, { mcpReq: { signal: new AbortController().signal } })).toEqual({
      content: [{ type: 'text', text: 'cd' }],
      structuredContent: { pages: [{ title: 'ab' }] },
    });
  });

  test('from agents are Unicode, or refused by the name of their argument', async () => {
    const answers: ((args: object, context: object) => Promise<unknown>)[] = [];
    const server = { registerTool: (_name: string, _config: object, call: (typeof answers)[0]) => answers.push(call) };
    const faults: unknown[] = [];
    const tool = defineTool({
      ...{ name: 'x', title: 'X', description: '', hints: READS, input: z.object({ site: z.string() }) },
      output: z.object({}),
      run: ({ site }) => Promise.resolve({ data: {}, text: encodeURIComponent(site) }),
    });
    tool.addTo(server as never, {} as Gleaner, (error) => void faults.push(error));
    expect(await answers[0]({ site: '\ud800' }, { mcpReq: { signal: new AbortController().signal } })).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'VALIDATION_FAILED: site holds half of a surrogate pair\nField: site\nAllowed: Unicode text without NUL characters',
        },
      ],
    });
    expect(faults).toEqual([]);
  });

  test('are cut between characters', () => {
    const text = 'a😀b';
    expect([whole(text, 0, 2), whole(text, 2, 4), whole(text, 0, 3), whole(text, 3, 9)]).toEqual([
      'a',
      '😀b',
      'a😀',
      'b',
    ]);
  });

  test('are put on one line and cut', () => {
    expect(short(' a\n\n b ', 10)).toBe('a b');
    expect(short('abcdef', 4)).toBe('abc…');
    expect(short(null, 4)).toBe('');
  });
});

describe('refusals', () => {
  const textOf = (error: unknown) => refusalOf(error)?.content;

  test('name the field and what is allowed', () => {
    const problem = { detail: 'name is taken', field: 'name', allowed: 'another name' };
    expect(textOf(new GleanerError('x', 409, 'CONFLICT', problem))).toEqual([
      { type: 'text', text: 'CONFLICT: name is taken\nField: name\nAllowed: another name' },
    ]);
  });

  test.each([
    [
      {
        detail: 'after must be a cursor of this list',
        field: 'after',
        allowed: 'an endCursor that this list returned',
      },
      'C: cursor must be a cursor of this list\nField: cursor\nAllowed: a next_cursor that this list returned',
    ],
    [{ detail: 'x', field: 'scope.allowHosts[2]' }, 'C: x\nField: only_hosts[2]'],
    [{ detail: 'afterwards', field: 'afterwards' }, 'C: afterwards\nField: afterwards'],
    [{ detail: 'let it suggest some (POST /v1/topics/:id/seeds/suggest, suggestSeeds)' }, 'C: let it suggest some'],
  ])('name arguments of tools instead of calls of REST (%#)', (problem, text) => {
    expect(textOf(new GleanerError('x', 400, 'C', problem))).toEqual([{ type: 'text', text }]);
  });

  test('say how to go on from an object that does not exist', () => {
    const [told] = textOf(new GleanerError('x', 404, 'NOT_FOUND', { detail: 'domain a.b does not exist' })) ?? [];
    expect(told).toEqual({
      type: 'text',
      text: 'NOT_FOUND: domain a.b does not exist\nNext: list_collected_domains lists the sites of a topic',
    });
  });

  test('say so when there is no service', () => {
    expect(textOf(new GleanerError('connect ECONNREFUSED', 0, 'UNREACHABLE'))).toEqual([
      { type: 'text', text: 'UNREACHABLE: the Gleaner service cannot be reached (connect ECONNREFUSED)' },
    ]);
  });

  test('are none of the faults of the program', () => {
    expect(refusalOf(new TypeError('secret'))).toBeNull();
  });
});

test('sessions are compared between the points of their series', () => {
  const points = [
    { fetched: 10, relevant: 5, relevantDomainCount: 1 },
    { fetched: 20, relevant: 7, relevantDomainCount: 1 },
    { fetched: 20, relevant: 7, relevantDomainCount: 1 },
  ] as Schemas['SeriesPointDto'][];
  expect([5, 10, 15, 20, 30].map((pages) => valueAt(points, pages, 'relevant'))).toEqual([2.5, 5, 6, 7, 7]);
  expect(valueAt([], 10, 'relevant')).toBe(0);
});

describe('sessions of different lengths are compared', () => {
  /** A session that finds a relevant page with every second fetch. */
  const half = (fetched: number) => ({
    ...{ id: `of ${fetched}`, fetched },
    points: [{ fetched, relevant: fetched / 2, relevantDomainCount: 1 }] as Schemas['SeriesPointDto'][],
  });

  test.each([
    [
      [20, 3_000],
      [5, 10, 20, 750, 1_500, 3_000],
    ],
    [
      [3_000, 2_900, 20],
      [5, 10, 20, 750, 1_500, 2_900],
    ],
    [
      [400, 410, 420],
      [100, 200, 400],
    ],
    [[1], [1]],
    [[], []],
  ])('%j pages at %j', (totals, marks) => {
    expect(comparisonOf(totals.map(half)).marks).toEqual(marks);
    const many = Array.from({ length: 8 }, (_, n) => half(2 ** n));
    expect(comparisonOf(many).marks.length).toBeLessThanOrEqual(5 + many.length);
  });

  test('with nothing beyond the end of the shorter one, the better one at its end first', () => {
    const better = { ...half(4), points: [{ ...half(4).points[0], relevant: 3 }] };
    expect(comparisonOf([half(40), better])).toEqual({
      marks: [1, 2, 4, 10, 20, 40],
      common: 4,
      compared: [
        {
          session_id: 'of 4',
          relevant_pages: [0.75, 1.5, 3, null, null, null],
          relevant_domains: [0.25, 0.5, 1, null, null, null],
          harvest_rate: 0.75,
        },
        {
          session_id: 'of 40',
          relevant_pages: [0.5, 1, 2, 5, 10, 20],
          relevant_domains: [0.025, 0.05, 0.1, 0.25, 0.5, 1],
          harvest_rate: 0.5,
        },
      ],
    });
  });
});
