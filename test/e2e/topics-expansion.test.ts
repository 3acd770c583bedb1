import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import { JOB_FIELDS, jobInGraphql } from './job-fields.js';
import { ApiClient, type JobBody } from './topics-client.js';

interface Candidate {
  text: string;
  kind: string;
  similarity: number;
  documents: number;
  isNew: boolean;
}
interface KeywordSet {
  version: number;
  keywords: { text: string; origin: string; similarity: number }[];
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
  'Football and soccer: the goalkeeper caught the penalty, and the striker of the league scored a goal in the match on Monday.',
  'The soccer league began on Monday with a match in which the striker scored from a penalty against the goalkeeper of the champions.',
  'A goal in the last minute of the match: the striker beat the goalkeeper, and the tax office opened on Monday.',
];

async function createTopic(keywords = ['football', 'penalty', 'striker']): Promise<string> {
  const { body } = await api.rest('POST', '/topics', { name: randomUUID(), keywords });
  const id = String(body.id);
  await api.lines(`/topics/${id}/examples/bulk`, [
    ...TEXTS.map((text) => `${JSON.stringify({ text, relevant: true })}\n`),
    ...TEXTS.map((_, i) => `${JSON.stringify({ text: `The volleyball and rugby number ${i}`, relevant: false })}\n`),
  ]);
  return id;
}
const keywordsOf = async (id: string): Promise<KeywordSet> =>
  (await api.rest<KeywordSet>('GET', `/topics/${id}/keywords`)).body;

describe('keyword expansion', () => {
  test('is a job whose candidates come from the relevant examples, with scores', async () => {
    const id = await createTopic();
    const { status, headers, body } = await api.rest<JobBody>('POST', `/topics/${id}/keyword-expansions`, {
      apply: false,
    });
    expect([status, body.kind, body.subjectId, headers.get('location')]).toEqual([
      202,
      'expand-keywords',
      id,
      `/v1/jobs/${body.id}`,
    ]);
    const job = await api.settled(body.id);
    type Result = { candidates: Candidate[]; threshold: number; keywordSetVersion: number | null };
    const { candidates, threshold, keywordSetVersion } = job.result as Result;
    expect(candidates.map(({ text }) => text)).toEqual(expect.arrayContaining(['goalkeeper', 'league']));
    expect(candidates.map(({ text }) => text)).not.toEqual(expect.arrayContaining(['monday']));
    expect(candidates.map(({ text }) => text)).not.toEqual(expect.arrayContaining(['volleyball']));
    for (const candidate of candidates) {
      expect(candidate.similarity).toBeGreaterThanOrEqual(threshold);
      expect(candidate).toMatchObject({ kind: 'keyword', isNew: true });
    }
    expect(keywordSetVersion).toBeNull();
    expect((await keywordsOf(id)).version).toBe(1);
    const { job: same } = await api.graphql<{ job: JobBody }>(`query ($id: ID!) { job(id: $id) { ${JOB_FIELDS} } }`, {
      id: body.id,
    });
    expect(same).toEqual(jobInGraphql(job, 'KeywordExpansionResult'));
  });

  test('makes the next version of the keywords, and none when it finds nothing new', async () => {
    const id = await createTopic();
    const { body } = await api.rest<JobBody>('POST', `/topics/${id}/keyword-expansions`, {});
    const job = await api.settled(body.id);
    expect(job.result).toMatchObject({ keywordSetVersion: 2, examples: { relevant: 3, irrelevant: 3 } });
    const { candidates } = job.result as unknown as { candidates: Candidate[] };
    const set = await keywordsOf(id);
    expect(set.keywords.map(({ text, origin }) => [text, origin])).toEqual([
      ['football', 'user'],
      ['penalty', 'user'],
      ['striker', 'user'],
      ...candidates.map(({ text }) => [text, 'expanded']),
    ]);
    expect(set.keywords.slice(3).map((keyword) => keyword.similarity)).toEqual(
      candidates.map((candidate) => candidate.similarity),
    );

    const { expandKeywords } = await api.graphql<{ expandKeywords: JobBody }>(
      'mutation ($id: ID!) { expandKeywords(topicId: $id) { id state } }',
      { id },
    );
    const again = await api.settled(expandKeywords.id);
    expect(again.result).toMatchObject({ keywordSetVersion: 2 });

    // Keywords that the user keeps from the expansion stay the expansion's.
    const kept = await api.rest<KeywordSet>('PUT', `/topics/${id}/keywords`, {
      keywords: ['football', 'goalkeeper', 'keeper'],
    });
    expect(kept.body.keywords.map(({ text, origin }) => [text, origin])).toEqual([
      ['football', 'user'],
      ['goalkeeper', 'expanded'],
      ['keeper', 'user'],
    ]);
  });

  test('applies the limits on keywords and on documents of a keyword', async () => {
    const id = await createTopic();
    const { body } = await api.rest<JobBody>('POST', `/topics/${id}/keyword-expansions`, {
      apply: false,
      maxKeywords: 1,
      minDocuments: 3,
    });
    const { candidates } = (await api.settled(body.id)).result as unknown as { candidates: Candidate[] };
    expect(candidates).toHaveLength(1);
    expect(candidates[0].documents).toBe(3);
  });

  test('null means the default, for each setting', async () => {
    const id = await createTopic();
    const resultOf = async (input: object): Promise<unknown> => {
      const { body } = await api.rest<JobBody>('POST', `/topics/${id}/keyword-expansions`, { apply: false, ...input });
      const { state, result } = await api.settled(body.id);
      return { state, result: { ...(result as object), jobId: null } };
    };
    const plain = await resultOf({ accept: {} });
    expect(plain).toMatchObject({ state: 'completed' });
    const names = ['minDocuments', 'minSimilarity', 'maxKeywords', 'methods', 'minLift', 'minPhraseLift', 'maxPhrases'];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(await resultOf({ ...nulls, accept: { minSimilarity: null, minLift: null, methods: null } })).toEqual(plain);
    expect(await resultOf({ accept: null })).toEqual(await resultOf({}));
  });

  test('the same Idempotency-Key answers the same job', async () => {
    const id = await createTopic();
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all(
      [0, 1].map(() => api.rest<JobBody>('POST', `/topics/${id}/keyword-expansions`, { apply: false }, headers)),
    );
    expect(one.body.id).toBe(two.body.id);
    await api.settled(one.body.id);
  });

  test('refuses bad options and topics without keywords or relevant examples', async () => {
    const id = await createTopic();
    const path = `/topics/${id}/keyword-expansions`;
    expect((await api.rest('POST', path, { apply: 'yes' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'apply',
    });
    expect((await api.rest('POST', path, { minSimilarity: 2 })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'minSimilarity',
    });
    expect((await api.rest('POST', path, { depth: 1 })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'depth',
    });
    expect((await api.rest('POST', `/topics/${await createTopic([])}/keyword-expansions`, {})).body).toMatchObject({
      code: 'INVALID_STATE',
      field: 'keywords',
    });
    const { body: bare } = await api.rest('POST', '/topics', { name: randomUUID(), keywords: ['one'] });
    expect((await api.rest('POST', `/topics/${String(bare.id)}/keyword-expansions`, {})).body).toMatchObject({
      code: 'INVALID_STATE',
      field: 'examples',
    });
  });
});
