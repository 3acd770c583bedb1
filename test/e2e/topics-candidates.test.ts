import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import { ApiClient, type JobBody } from './topics-client.js';

interface Candidate {
  id: string;
  text: string;
  kind: string;
  method: string;
  state: string;
  similarity: number | null;
  lift: number;
  relevantDocuments: number;
  otherDocuments: number;
  backgroundDocuments: number;
  searched: { relevant: number; others: number; background: number };
  verdict: string;
  reason: string;
  keywordSetVersion: number | null;
}
interface Page {
  items: Candidate[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}
interface KeywordSet {
  version: number;
  keywords: { text: string; kind: string; origin: string; similarity: number }[];
}
interface Report {
  keywordSetVersion: number | null;
  accepted: number;
  rejected: number;
  unchanged: number;
}

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  await service.startJobs();
});
afterAll(() => service.stop());

const TEXTS = [
  'Football and soccer: the goalkeeper caught the penalty kick, and the striker of the league scored in the match.',
  'The soccer league began with a match in which the striker scored from a penalty kick against the goalkeeper.',
  'The penalty kick in the last minute of the match: the striker beat the goalkeeper of the league champions.',
  'A referee gave the penalty kick; the midfielder and the defender of the champions left the match.',
  'The referee, the midfielder and a defender: a soccer match of the league, without a penalty kick.',
];

async function createTopic(keywords: string[] = ['football', 'penalty', 'striker']): Promise<string> {
  const { body } = await api.rest('POST', '/topics', { name: randomUUID(), keywords });
  const id = String(body.id);
  await api.lines(`/topics/${id}/examples/bulk`, [
    ...TEXTS.map((text) => `${JSON.stringify({ text, relevant: true })}\n`),
    ...Array.from(
      { length: 25 },
      (_, i) =>
        `${JSON.stringify({ text: `The defender number ${i} of the court, a kick in the teeth`, relevant: false })}\n`,
    ),
  ]);
  return id;
}

/** @returns the result of an expansion */
async function expand(id: string, input: object = { apply: false }): Promise<Record<string, unknown>> {
  const { body } = await api.rest<JobBody>('POST', `/topics/${id}/keyword-expansions`, input);
  const job = await api.settled(body.id);
  expect(job).toMatchObject({ state: 'completed' });
  return job.result as Record<string, unknown>;
}
const list = async (id: string, query = ''): Promise<Candidate[]> =>
  (await api.rest<Page>('GET', `/topics/${id}/keyword-candidates?first=200${query}`)).body.items;
const textsOf = (candidates: readonly { text: string }[]): string[] => candidates.map(({ text }) => text);
const decide = (id: string, input: object, headers = {}) =>
  api.rest<Report>('POST', `/topics/${id}/keyword-candidates/decisions`, input, headers);
const keywordsOf = async (id: string): Promise<KeywordSet> =>
  (await api.rest<KeywordSet>('GET', `/topics/${id}/keywords`)).body;

describe('candidates of an expansion', () => {
  test('are kept, with their measures, greatest lift first, in pages and by filter', async () => {
    const id = await createTopic();
    const result = await expand(id);
    const all = await list(id);
    expect(new Set(textsOf(all))).toEqual(new Set(textsOf(result.candidates as Candidate[])));
    expect(all.map(({ lift }) => lift)).toEqual(all.map(({ lift }) => lift).sort((a, b) => b - a));
    expect(all.find(({ text }) => text === 'goalkeeper')).toMatchObject({
      kind: 'keyword',
      method: 'tres',
      state: 'pending',
      relevantDocuments: 3,
      otherDocuments: 0,
      searched: { relevant: 5, others: 25, background: 1_000 },
      keywordSetVersion: null,
    });
    expect(all.find(({ text }) => text === 'penalty kick')).toMatchObject({
      kind: 'phrase',
      relevantDocuments: 5,
      otherDocuments: 0,
    });
    expect(result.statistics).toMatchObject({
      before: { relevant: { documents: 5, share: 1 }, others: { documents: 25, meanCount: 0 } },
    });

    const pages: Candidate[] = [];
    for (let after = ''; ;) {
      const { body } = await api.rest<Page>('GET', `/topics/${id}/keyword-candidates?first=2${after}`);
      pages.push(...body.items);
      if (!body.pageInfo.hasNextPage) break;
      after = `&after=${String(body.pageInfo.endCursor)}`;
    }
    expect(pages).toEqual(all);
    expect(await list(id, '&method=tres')).toEqual(all.filter(({ method }) => method === 'tres'));
    expect(await list(id, '&state=accepted')).toEqual([]);

    const query = `query ($id: ID!) { topic(id: $id) { keywordCandidates(first: 200, state: pending, method: tres) { nodes {
      id topicId text kind method state similarity lift relevantDocuments otherDocuments backgroundDocuments searched { relevant others background } verdict reason
      keywordSetVersion createdAt updatedAt } } } }`;
    const { topic } = await api.graphql<{ topic: { keywordCandidates: { nodes: Candidate[] } } }>(query, { id });
    expect(topic.keywordCandidates.nodes).toEqual(all.filter(({ method }) => method === 'tres'));
  });

  test('are accepted and rejected by id or text, which makes the next version; rejected ones never come back', async () => {
    const id = await createTopic();
    await expand(id);
    const all = await list(id);
    const idOf = (text: string): string => all.find((candidate) => candidate.text === text)?.id ?? '';
    const { status, headers, body } = await decide(id, {
      accept: [idOf('goalkeeper'), ' Penalty  KICKS '],
      reject: ['league'],
    });
    expect([status, headers.get('etag'), body]).toEqual([
      200,
      '"2"',
      { keywordSetVersion: 2, accepted: 2, rejected: 1, unchanged: 0 },
    ]);
    expect((await keywordsOf(id)).keywords.slice(3)).toEqual([
      expect.objectContaining({ text: 'goalkeeper', origin: 'expanded', kind: 'keyword' }),
      expect.objectContaining({ text: 'penalty kick', origin: 'expanded', kind: 'phrase' }),
    ]);
    expect(textsOf(await list(id, '&state=rejected'))).toEqual(['league']);
    expect((await list(id, '&state=accepted')).map(({ keywordSetVersion }) => keywordSetVersion)).toEqual([2, 2]);

    // Repeating it changes nothing.
    const again = await decide(id, { accept: [idOf('goalkeeper'), 'penalty kick'], reject: ['league'] });
    expect(again.body).toEqual({ keywordSetVersion: 2, accepted: 0, rejected: 0, unchanged: 3 });

    const result = await expand(id, { apply: true, accept: {} });
    expect(textsOf(result.candidates as Candidate[])).not.toEqual(expect.arrayContaining(['league']));
    expect(textsOf((await keywordsOf(id)).keywords)).not.toContain('league');
    expect(textsOf(await list(id, '&state=rejected'))).toEqual(['league']);

    // Rejecting an accepted candidate removes it from the next version; the user's own keywords stay.
    const version = Number(result.keywordSetVersion);
    const taken = await decide(id, { reject: ['goalkeeper'] });
    expect(taken.body).toEqual({ keywordSetVersion: version + 1, accepted: 0, rejected: 1, unchanged: 0 });
    const kept = textsOf((await keywordsOf(id)).keywords);
    expect(kept).not.toContain('goalkeeper');
    expect(kept.slice(0, 3)).toEqual(['football', 'penalty', 'striker']);
    // A rejected one can still be accepted.
    expect((await decide(id, { accept: ['goalkeeper'] })).body).toMatchObject({
      keywordSetVersion: version + 2,
      accepted: 1,
    });
  });

  test('are decided against a version, and of decisions at once none is lost', async () => {
    const id = await createTopic();
    await expand(id);
    const stale = await decide(id, { accept: ['goalkeeper'] }, { 'if-match': '"7"' });
    expect([stale.status, stale.body]).toEqual([412, expect.objectContaining({ code: 'PRECONDITION_FAILED' })]);
    const some = textsOf(await list(id)).slice(0, 4);
    const answers = await Promise.all(some.map((text) => decide(id, { accept: [text] })));
    expect(answers.map(({ body }) => body.keywordSetVersion).sort()).toEqual([2, 3, 4, 5]);
    expect(
      textsOf((await keywordsOf(id)).keywords)
        .slice(3)
        .sort(),
    ).toEqual([...some].sort());
    const raced = await Promise.all(
      ['league', 'match'].map((text) => decide(id, { reject: [text] }, { 'if-match': '"5"' })),
    );
    expect(raced.map(({ status }) => status)).toEqual([200, 200]);

    const mutation = `mutation ($id: ID!, $input: DecideCandidatesInput!, $version: Int) {
      decideKeywordCandidates(topicId: $id, input: $input, expectedVersion: $version) { keywordSetVersion accepted rejected unchanged } }`;
    expect(await api.graphql(mutation, { id, input: { reject: [some[0]] }, version: 5 })).toEqual({
      decideKeywordCandidates: { keywordSetVersion: 6, accepted: 0, rejected: 1, unchanged: 0 },
    });
    expect(await api.graphqlError(mutation, { id, input: { reject: [some[1]] }, version: 5 })).toMatchObject({
      extensions: { code: 'PRECONDITION_FAILED' },
    });
  });

  test('are taken at once by a rule, harmful ones never', async () => {
    const id = await createTopic();
    const result = await expand(id, { apply: true, accept: { methods: ['rake', 'collocation'] } });
    const { keywords } = await keywordsOf(id);
    expect(keywords.slice(3).map(({ kind }) => kind)).toEqual(keywords.slice(3).map(() => 'phrase'));
    expect(textsOf(keywords)).toContain('penalty kick');
    const accepted = (result.candidates as { text: string; accepted: boolean }[]).filter(
      (candidate) => candidate.accepted,
    );
    expect(textsOf(accepted)).toEqual(textsOf(keywords.slice(3)));
    expect(textsOf(await list(id, '&state=pending'))).toContain('goalkeeper');
    expect(result.statistics).toMatchObject({ after: { relevant: { meanCount: expect.any(Number) } } });
    const none = await expand(id, { apply: true, accept: { minSimilarity: 1, minLift: 20 } });
    expect(none.keywordSetVersion).toBe(2);
  });

  test('bad input names its field', async () => {
    const id = await createTopic();
    await expand(id);
    const path = `/topics/${id}/keyword-candidates`;
    const post = async (input: object) => (await decide(id, input)).body as unknown as Record<string, unknown>;
    expect(await post({})).toMatchObject({ code: 'VALIDATION_FAILED', field: 'accept' });
    expect(await post({ accept: ['goalkeeper', 'unheard of'] })).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'accept[1]',
    });
    expect(await post({ reject: [randomUUID()] })).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reject[0]' });
    expect(await post({ accept: ['goalkeeper'], reject: ['goalkeepers'] })).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'reject[0]',
    });
    expect(await post({ accept: 'goalkeeper' })).toMatchObject({ code: 'VALIDATION_FAILED', field: 'accept' });
    expect((await keywordsOf(id)).version).toBe(1);
    expect((await api.rest('GET', `${path}?state=new`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'state',
    });
    expect((await api.rest('GET', `${path}?method=guess`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'method',
    });
    expect((await api.rest('GET', `${path}?after=bogus`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'after',
    });
    expect((await api.rest('GET', `/topics/${randomUUID()}/keyword-candidates`)).status).toBe(404);
    expect((await decide(randomUUID(), { accept: ['one'] })).status).toBe(404);
    const expansions = `/topics/${id}/keyword-expansions`;
    expect((await api.rest('POST', expansions, { methods: ['seed'] })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'methods[0]',
    });
    expect((await api.rest('POST', expansions, { accept: { minLift: 'much' } })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'accept.minLift',
    });
    expect((await api.rest('POST', expansions, { maxPhrases: -1 })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'maxPhrases',
    });
  });
});
