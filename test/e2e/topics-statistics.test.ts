import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createKeywordMatching } from '../../src/domain/topic/index.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { ApiClient } from './topics-client.js';

interface Presence {
  total: number;
  documents: number;
  meanCount: number;
  meanDistinct: number;
  share: number;
  meanWords: number;
}
interface Source {
  relevant: Presence;
  others: Presence;
  averagePrecision: number;
  keywords: {
    text: string;
    relevantDocuments: number;
    otherDocuments: number;
    effect: number;
    verdict: string;
    reason: string;
  }[];
}
interface Statistics {
  topicId: string;
  version: number;
  examples: Source;
  session: (Source & { sessionId: string; keywordSetVersion: number }) | null;
}

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 400 });
});
afterAll(() => service.stop());

const statistics = async (topicId: string, version: number, query = ''): Promise<Statistics> =>
  (await api.rest<Statistics>('GET', `/topics/${topicId}/keyword-sets/${version}/statistics${query}`)).body;

const PRESENCE = '{ total documents meanCount meanDistinct share meanWords }';
const SOURCE = `relevant ${PRESENCE} others ${PRESENCE} averagePrecision keywords { text relevantDocuments otherDocuments effect verdict reason }`;
const QUERY = `query ($id: ID!, $version: Int!, $sessionId: ID, $pages: Int) {
  keywordSet(topicId: $id, version: $version) { statistics(sessionId: $sessionId, pages: $pages) { topicId version examples { ${SOURCE} }
    session { sessionId keywordSetVersion ${SOURCE} } } } }`;

describe('statistics of a keyword set', () => {
  test('count keywords over the examples that have text, and judge them', async () => {
    const { body } = await api.rest('POST', '/topics', {
      name: randomUUID(),
      keywords: ['oven', 'wood fire', 'tax', 'unicorn'],
    });
    const id = String(body.id);
    const example = (text: string, relevant: boolean): string => `${JSON.stringify({ text, relevant })}\n`;
    await api.lines(`/topics/${id}/examples/bulk`, [
      ...Array.from({ length: 30 }, (_, i) => example(`ovens and a wood fire ${i}`, true)),
      ...Array.from({ length: 40 }, (_, i) => example(`a tax ${i} on ${i % 4 === 0 ? 'ovens' : 'cars'}`, false)),
      `${JSON.stringify({ url: 'http://not-fetched.example/', relevant: true })}\n`,
    ]);
    const found = await statistics(id, 1);
    expect(found).toMatchObject({ topicId: id, version: 1, session: null });
    expect(found.examples.relevant).toEqual({
      total: 30,
      documents: 30,
      meanCount: 2,
      meanDistinct: 2,
      share: 1,
      meanWords: 6,
    });
    expect(found.examples.others).toMatchObject({
      total: 40,
      documents: 40,
      meanCount: 1.25,
      meanDistinct: 1.25,
      share: 1,
    });
    expect(
      found.examples.keywords.map(({ text, verdict, relevantDocuments, otherDocuments }) => [
        text,
        verdict,
        relevantDocuments,
        otherDocuments,
      ]),
    ).toEqual([
      ['oven', 'helps', 30, 10],
      ['wood fire', 'helps', 30, 0],
      ['tax', 'hurts', 0, 40],
      ['unicorn', 'unseen', 0, 0],
    ]);
    expect(found.examples.keywords[2].reason).toBe('in 0.0% of relevant and 100.0% of other documents');
    const sample = await statistics(id, 1, '?pages=7');
    expect(sample.examples.relevant).toMatchObject({ total: 30, documents: 7 });
    expect(sample).toEqual(await statistics(id, 1, '?pages=7'));
    expect(await api.graphql(QUERY, { id, version: 1, pages: 300 })).toEqual({ keywordSet: { statistics: found } });
  });

  test('count them over the pages of a session, by its judgement', async () => {
    const { topicId, sessionId, pages } = rows;
    const { session, examples } = await statistics(topicId, 1, `?sessionId=${sessionId}&pages=1000`);
    const { countIn } = createKeywordMatching([{ text: 'soccer', kind: 'keyword', origin: 'user', similarity: 1 }]);
    const judged = pages.filter((page) => page.outcome === 'page' && page.duplicate_of === null);
    const expected = (relevant: boolean) => {
      const counts = judged
        .filter((page) => page.relevant === relevant)
        .map((page) => countIn([page.title, page.description, page.text].join(' ')).keywords);
      const share = counts.filter((count) => count > 0).length / counts.length;
      return {
        total: counts.length,
        documents: counts.length,
        meanCount: expect.closeTo(counts.reduce((a, b) => a + b) / counts.length, 9) as number,
        share,
      };
    };
    expect(session).toMatchObject({
      sessionId,
      keywordSetVersion: 1,
      relevant: expected(true),
      others: expected(false),
    });
    expect(session?.keywords).toEqual([expect.objectContaining({ text: 'soccer', verdict: 'helps' })]);
    expect(examples.relevant).toEqual({
      total: 0,
      documents: 0,
      meanCount: 0,
      meanDistinct: 0,
      share: 0,
      meanWords: 0,
    });
    const { keywordSet } = await api.graphql<{ keywordSet: { statistics: Statistics } }>(QUERY, {
      id: topicId,
      version: 1,
      sessionId,
      pages: 1_000,
    });
    expect(keywordSet.statistics.session).toEqual(session);
  });

  test('are answered in turn when many ask at once', async () => {
    const { topicId, sessionId } = rows;
    // More than are computed at once.
    const answers = await Promise.all(
      Array.from({ length: availableParallelism() + 4 }, () =>
        statistics(topicId, 1, `?sessionId=${sessionId}&pages=50`),
      ),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('bad input names its field', async () => {
    const { topicId, sessionId } = rows;
    const path = `/topics/${topicId}/keyword-sets`;
    const { body: other } = await api.rest('POST', '/topics', { name: randomUUID(), keywords: ['one'] });
    expect((await api.rest('GET', `${path}/1/statistics?pages=0`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'pages',
    });
    expect((await api.rest('GET', `${path}/1/statistics?pages=100000`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'pages',
    });
    expect((await api.rest('GET', `${path}/1/statistics?sessionId=x`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'sessionId',
    });
    expect(
      (await api.rest('GET', `/topics/${String(other.id)}/keyword-sets/1/statistics?sessionId=${sessionId}`)).body,
    ).toMatchObject({ code: 'VALIDATION_FAILED', field: 'sessionId' });
    expect((await api.rest('GET', `${path}/0/statistics`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'version',
    });
    expect((await api.rest('GET', `${path}/9/statistics`)).status).toBe(404);
  });
});

describe('a session', () => {
  test('names the version of the keywords it crawls with, whatever becomes of them later', async () => {
    const { topicId, sessionId, modelId } = rows;
    const start = async (input: object) => {
      const body = { policy: 'breadth-first', modelId, budget: { fetches: 1 }, ...input };
      return (await api.rest<{ id: string; keywordSetVersion: number }>('POST', `/topics/${topicId}/sessions`, body))
        .body;
    };
    await api.rest('PUT', `/topics/${topicId}/keywords`, { keywords: ['soccer', 'league'] });
    const [current, earlier] = [await start({}), await start({ keywordSetVersion: 1 })];
    expect([current.keywordSetVersion, earlier.keywordSetVersion]).toEqual([2, 1]);
    await api.rest('PUT', `/topics/${topicId}/keywords`, { keywords: ['chess'] });
    const named = await Promise.all(
      [sessionId, current.id, earlier.id].map(
        async (id) => (await api.rest('GET', `/sessions/${id}`)).body.keywordSetVersion,
      ),
    );
    expect(named).toEqual([1, 2, 1]);
    const { session } = await api.graphql<{ session: object }>(
      'query ($id: ID!) { session(id: $id) { keywordSetVersion } }',
      { id: current.id },
    );
    expect(session).toEqual({ keywordSetVersion: 2 });
  });
});
