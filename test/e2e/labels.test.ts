import { randomUUID } from 'node:crypto';
import { ENOUGH_RELEVANT, rankForLabels } from '../../src/domain/labels/index.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface Candidate {
  page: { step: number; url: string; sessionId: string; probability: number; linkCount: number };
  margin: number;
}
interface Report {
  created: number;
  updated: number;
  unchanged: number;
  disagreements: number;
  model: { id: string; kind: string; state: string } | null;
}

/** Threshold of the model that `insertTopicRows` creates. */
const THRESHOLD = 0.6;

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
});
afterAll(() => service.stop());
beforeEach(async () => {
  rows = await insertSessionRows(service.databaseUrl, { steps: 120, seed: 31 });
});

const label = (body: unknown, id = rows.sessionId) => api.rest<Report>('POST', `/sessions/${id}/labels`, body);
const queue = async (query = ''): Promise<Candidate[]> => {
  const { status, body } = await api.rest<{ items: Candidate[] }>(
    'GET',
    `/topics/${rows.topicId}/label-queue?${query}`,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.items;
};
const askable = (): PageRow[] => rows.pages.filter((page) => page.outcome === 'page' && page.duplicate_of === null);

describe('labels on fetched pages', () => {
  it("become examples with the page's text, once each", async () => {
    const [a, b, c] = askable();
    const { status, body } = await label({
      labels: [
        { step: a.step, relevant: !a.relevant },
        { step: b.step, relevant: b.relevant },
      ],
    });
    expect([status, body]).toEqual([200, { created: 2, updated: 0, unchanged: 0, disagreements: 1, model: null }]);
    const examples = await sql(
      service.databaseUrl,
      'SELECT url, title, text, relevant FROM examples WHERE topic_id = $1 ORDER BY created_at, url',
      [rows.topicId],
    );
    expect(examples).toEqual(
      expect.arrayContaining([{ url: rows.urls[a.url_no].url, title: a.title, text: a.text, relevant: !a.relevant }]),
    );

    const again = await label({
      labels: [
        { step: a.step, relevant: a.relevant },
        { step: b.step, relevant: b.relevant },
        { step: c.step, relevant: true },
      ],
    });
    expect(again.body).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
  });

  it('keep what links to the page say, for models of anchors to learn from', async () => {
    const labelled = askable().slice(0, 30);
    await label({ labels: labelled.map(({ step, relevant }) => ({ step, relevant })) });
    const kept = await sql<{ url: string; anchors: string[] }>(
      service.databaseUrl,
      'SELECT url, anchors FROM examples WHERE topic_id = $1',
      [rows.topicId],
    );
    const links = await sql<{ url: string; anchor: string }>(
      service.databaseUrl,
      `
      SELECT f.url, btrim(l.anchor) AS anchor FROM links l JOIN pages p USING (session_id) JOIN urls f ON f.session_id = p.session_id AND f.url_no = p.final_url_no
      WHERE l.session_id = $1 AND p.outcome = 'page' AND l.url_no IN (p.url_no, p.final_url_no) AND btrim(l.anchor) <> ''`,
      [rows.sessionId],
    );
    const known = new Map<string, Set<string>>();
    for (const { url, anchor } of links) known.set(url, (known.get(url) ?? new Set()).add(anchor));
    expect(kept.filter(({ anchors }) => anchors.length > 0).length).toBeGreaterThan(5);
    for (const { url, anchors } of kept) {
      expect(anchors).toHaveLength(Math.min(5, known.get(url)?.size ?? 0));
      expect([...(known.get(url) ?? [])]).toEqual(expect.arrayContaining(anchors));
    }
  });

  it('are taken by GraphQL too', async () => {
    const [a] = askable();
    const { labelPages } = await api.graphql<{ labelPages: Report }>(
      'mutation ($id: ID!, $input: LabelPagesInput!) { labelPages(sessionId: $id, input: $input) { created updated unchanged disagreements model { id } } }',
      { id: rows.sessionId, input: { labels: [{ step: a.step, relevant: true }] } },
    );
    expect(labelPages).toMatchObject({ created: 1, model: null });
  });

  it('are taken for pages from the collection', async () => {
    const { step } = askable().at(-1)!;
    const become = (outcome: string) =>
      sql(service.databaseUrl, 'UPDATE pages SET outcome = $3 WHERE session_id = $1 AND step = $2', [
        ...[rows.sessionId, step, outcome],
      ]);
    await become('reused');
    const { body } = await label({ labels: [{ step, relevant: true }] });
    await become('page');
    expect(body.created + body.updated + body.unchanged).toBe(1);
  });

  it('train the next version of the model, in the background', async () => {
    const labels = askable()
      .slice(0, 12)
      .map(({ step }, i) => ({ step, relevant: i % 2 === 0 }));
    const { body } = await label({ labels, train: true });
    // The session's model learns from keywords alone; labels call for one that learns from examples.
    expect(body.model).toMatchObject({ kind: 'ensemble', state: 'training' });
    const [job] = await sql(
      service.databaseUrl,
      'SELECT kind, status AS state, payload FROM jobs WHERE subject_id = $1',
      [body.model?.id],
    );
    // It will be compared with the session's model, whatever was trained since.
    expect(job).toEqual({ kind: 'train-model', state: 'QUEUED', payload: { predecessorId: rows.modelId } });
  });

  it.each<[string, string, (pages: PageRow[]) => unknown]>([
    [
      'a step that failed',
      'labels[0].step',
      () => [{ step: rows.pages.find(({ outcome }) => outcome === 'timeout')?.step, relevant: true }],
    ],
    [
      'a step that does not exist',
      'labels[1].step',
      (pages) => [
        { step: pages[0].step, relevant: true },
        { step: 100_000, relevant: true },
      ],
    ],
    [
      'a step labelled twice',
      'labels[1].step',
      (pages) => [
        { step: pages[0].step, relevant: true },
        { step: pages[0].step, relevant: false },
      ],
    ],
    ['no label', 'labels', () => []],
    ['a label that is none', 'labels[0].relevant', (pages) => [{ step: pages[0].step, relevant: 'yes' }]],
  ])('refuses %s, and stores nothing', async (_, field, labelsOf) => {
    const { status, body } = await label({ labels: labelsOf(askable()) });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'VALIDATION_FAILED', field })]);
    expect(await sql(service.databaseUrl, 'SELECT FROM examples WHERE topic_id = $1', [rows.topicId])).toEqual([]);
  });

  it('sent again under their key are neither given nor trained with twice', async () => {
    const key = randomUUID();
    const send = async (relevant: boolean): Promise<{ status: number; replayed: string | null; body: Report }> => {
      const response = await fetch(`${service.url}/v1/sessions/${rows.sessionId}/labels`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({
          labels: askable()
            .slice(0, 12)
            .map(({ step }, i) => ({ step, relevant: i % 2 === 0 ? relevant : !relevant })),
          train: true,
        }),
      });
      return {
        status: response.status,
        replayed: response.headers.get('idempotency-replayed'),
        body: (await response.json()) as Report,
      };
    };
    const first = await send(true);
    expect(first).toMatchObject({ status: 200, replayed: null, body: { created: 12 } });
    expect(await send(true)).toEqual({ ...first, replayed: 'true' });
    expect(await send(false)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    expect(
      await sql(service.databaseUrl, `SELECT FROM models WHERE topic_id = $1 AND status = 'TRAINING'`, [rows.topicId]),
    ).toHaveLength(1);
  });

  it('need a session', async () => {
    expect((await label({ labels: [{ step: 0, relevant: true }] }, rows.topicId)).body).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });
});

describe('the label queue', () => {
  /** The pages that `mixed` ranks: all of so few pages are in the crawl's sample. */
  async function ranked(first: number, relevantLabels: number, labelled: readonly number[] = []): Promise<number[]> {
    const draws = await sql<{ url_no: number; draw: number }>(
      service.databaseUrl,
      'SELECT url_no, hashtext(url) AS draw FROM urls WHERE session_id = $1',
      [rows.sessionId],
    );
    const drawOf = new Map(draws.map(({ url_no: urlNo, draw }) => [urlNo, draw]));
    const pages = askable()
      .filter(({ probability, step }) => probability > 0 && !labelled.includes(step))
      .sort((x, y) => x.step - y.step)
      .map(({ step, probability, link_count: linkCount, domain_no: domain, final_url_no: urlNo }) => ({
        step,
        probability,
        threshold: THRESHOLD,
        linkCount,
        domain,
        fetchedAt: 0,
        draw: drawOf.get(urlNo) ?? NaN,
      }));
    return rankForLabels('mixed', pages, first, relevantLabels).map(({ step }) => step);
  }

  it('asks by turns for the most probable and the most uncertain pages, across domains, unless told otherwise', async () => {
    const expected = await ranked(15, 0);
    expect((await queue('first=15')).map(({ page }) => page.step)).toEqual(expected);
    const { topic } = await api.graphql<{ topic: { labelQueue: Candidate[] } }>(
      'query ($id: ID!) { topic(id: $id) { labelQueue(strategy: MIXED, first: 15) { page { step } } } }',
      { id: rows.topicId },
    );
    expect(topic.labelQueue.map(({ page }) => page.step)).toEqual(expected);
  });

  it('asks for pages from all along the crawl in place of the most probable once it knows enough relevant ones', async () => {
    const steps = askable()
      .slice(0, ENOUGH_RELEVANT)
      .map(({ step }) => step);
    await label({ labels: steps.map((step) => ({ step, relevant: true })) });
    const expected = await ranked(40, ENOUGH_RELEVANT, steps);
    expect((await queue('first=40')).map(({ page }) => page.step)).toEqual(expected);
    expect(expected).not.toEqual(await ranked(40, 0, steps));
  });

  it('asks for the pages nearest to the threshold', async () => {
    const expected = askable()
      .filter(({ probability }) => probability > 0)
      .map(({ step, probability }) => ({ step, margin: Math.abs(probability - THRESHOLD) }))
      .sort((x, y) => x.margin - y.margin || x.step - y.step)
      .slice(0, 15);
    const answer = await queue('strategy=uncertain&first=15');
    expect(answer.map(({ margin }) => margin.toFixed(6))).toEqual(expected.map(({ margin }) => margin.toFixed(6)));
    const { topic } = await api.graphql<{ topic: { labelQueue: Candidate[] } }>(
      'query ($id: ID!) { topic(id: $id) { labelQueue(strategy: UNCERTAIN, first: 15) { margin page { step } } } }',
      { id: rows.topicId },
    );
    expect(topic.labelQueue.map(({ page }) => page.step)).toEqual(answer.map(({ page }) => page.step));
  });

  it('asks for no page that is labelled, and for each address once', async () => {
    const before = await queue('first=10');
    const given = before.slice(0, 4).map(({ page }) => ({ step: page.step, relevant: true }));
    await label({ labels: given });
    const after = await queue('first=10');
    expect(
      after.map(({ page }) => page.url).filter((url) => before.slice(0, 4).some(({ page }) => page.url === url)),
    ).toEqual([]);
    const newer = await insertSessionRows(service.databaseUrl, {
      steps: 120,
      seed: 31,
      topic: rows,
      session: { created_at: '2026-11-02T00:00:00Z' },
    });
    const both = await queue('first=50');
    expect(new Set(both.map(({ page }) => page.url)).size).toBe(both.length);
    expect(new Set(both.map(({ page }) => page.sessionId))).toEqual(new Set([newer.sessionId]));
    expect((await queue(`sessionId=${rows.sessionId}`)).every(({ page }) => page.sessionId === rows.sessionId)).toBe(
      true,
    );
  });

  it('finds the pages nearest to the threshold of many sessions, although it reads few pages of each', async () => {
    const all = [rows];
    for (let seed = 40; seed < 49; seed++)
      all.push(await insertSessionRows(service.databaseUrl, { steps: 300, seed, topic: rows }));
    // No page is in two sessions.
    for (const { sessionId } of all)
      await sql(service.databaseUrl, `UPDATE urls SET url = url || '?in=' || session_id WHERE session_id = $1`, [
        sessionId,
      ]);
    const answer = await queue('strategy=uncertain&first=100');
    const expected = await sql<{ margin: number }>(
      service.databaseUrl,
      `SELECT abs(probability - $2) AS margin FROM pages WHERE session_id = ANY($1) AND outcome = 'page'
       AND duplicate_of IS NULL AND NOT noindex AND title IS NOT NULL AND probability > 0 ORDER BY 1 LIMIT 100`,
      [all.map(({ sessionId }) => sessionId), THRESHOLD],
    );
    expect(answer.map(({ margin }) => margin.toFixed(6))).toEqual(expected.map(({ margin }) => margin.toFixed(6)));
    expect(new Set(answer.map(({ page }) => page.sessionId)).size).toBeGreaterThan(5);
  });

  it('prefers uncertain pages with many links where influence is asked for', async () => {
    const worth = ({ probability, link_count: links }: PageRow): number =>
      (1 - Math.abs(probability - THRESHOLD)) * Math.log(2 + links);
    const expected = askable()
      .filter(({ probability }) => probability > 0)
      .map(worth)
      .sort((x, y) => y - x)
      .slice(0, 10);
    const answer = await queue('strategy=influential&first=10');
    const values = answer.map(({ page }) => worth(rows.pages.find(({ step }) => step === page.step)!));
    expect(values.map((value) => value.toFixed(6))).toEqual(expected.map((value) => value.toFixed(6)));
  });

  it('asks for the first page of the newest domains', async () => {
    const firstSteps = rows.domains
      .flatMap(({ first_step: step }) => (step === null ? [] : [rows.pages.find((page) => page.step === step)!]))
      .filter((page) => page.duplicate_of === null)
      .sort((x, y) => y.fetched_at.localeCompare(x.fetched_at))
      .slice(0, 8);
    expect((await queue('strategy=newest-domain&first=8')).map(({ page }) => page.step)).toEqual(
      firstSteps.map(({ step }) => step),
    );
  });

  it.each([
    ['strategy=random', 'strategy'],
    ['first=0', 'first'],
    ['first=101', 'first'],
    ['sessionId=1', 'sessionId'],
  ])('refuses %s', async (query, field) => {
    expect((await api.rest('GET', `/topics/${rows.topicId}/label-queue?${query}`)).body).toMatchObject({
      status: 400,
      field,
    });
  });

  it('refuses the session of another topic', async () => {
    const other = await insertSessionRows(service.databaseUrl, { steps: 5, seed: 1 });
    expect(
      (await api.rest('GET', `/topics/${rows.topicId}/label-queue?sessionId=${other.sessionId}`)).body,
    ).toMatchObject({ status: 400, field: 'sessionId' });
  });
});

describe('how a session was judged', () => {
  interface Share {
    estimate: number;
    from: number;
    to: number;
  }
  interface Judgement {
    reported: number;
    precision: Share;
    precisionBasis: string;
    recall: Share;
    recallBasis: string;
    labels: number;
  }
  const FIELDS =
    'reported precision { estimate from to } precisionBasis recall { estimate from to } recallBasis labels';
  const judgement = async (): Promise<Judgement> =>
    (await api.rest<Judgement>('GET', `/sessions/${rows.sessionId}/judgement`)).body;
  const audit = (first: number): Promise<Candidate[]> =>
    queue(`strategy=audit&sessionId=${rows.sessionId}&first=${first}`);
  const read = (): PageRow[] => askable().filter(({ noindex, title }) => !noindex && title !== null);

  it('is known only as of other models without labels', async () => {
    const stated = await judgement();
    expect(stated).toMatchObject({ precisionBasis: 'judges', recallBasis: 'judges', labels: 0 });
    expect(stated.reported).toBe(read().filter(({ relevant }) => relevant).length);
    expect(stated.precision.to - stated.precision.from).toBeGreaterThan(0.6);
    const { session } = await api.graphql<{ session: { judgement: Judgement } }>(
      `query ($id: ID!) { session(id: $id) { judgement { ${FIELDS} } } }`,
      { id: rows.sessionId },
    );
    expect(session.judgement).toEqual({ ...stated, precisionBasis: 'JUDGES', recallBasis: 'JUDGES' });
    expect((await api.rest('GET', `/sessions/${randomUUID()}/judgement`)).status).toBe(404);
  });

  it('is estimated from labels on random pages of the queue, regardless of other labels', async () => {
    const asked = await audit(20);
    const pages = read();
    const relevantOf = (step: number): boolean => pages.find((page) => page.step === step)?.relevant ?? false;
    expect(asked.every(({ page }) => pages.some(({ step }) => step === page.step))).toBe(true);
    expect(asked.filter(({ page }) => relevantOf(page.step))).toHaveLength(10);
    expect((await audit(20)).map(({ page }) => page.step)).toEqual(asked.map(({ page }) => page.step));

    // Labels outside of the draw do not count as a sample.
    const steps = new Set(asked.map(({ page }) => page.step));
    const other = pages.filter(({ step }) => !steps.has(step)).slice(0, 5);
    await label({ labels: other.map(({ step }) => ({ step, relevant: true })) });
    expect((await judgement()).labels).toBe(0);

    // Every other page judged relevant is relevant, and no others.
    let found = 0;
    const labels = asked.map(({ page }) => ({ step: page.step, relevant: relevantOf(page.step) && found++ % 2 === 0 }));
    await label({ labels });
    const stated = await judgement();
    expect(stated).toMatchObject({ precisionBasis: 'labels', recallBasis: 'labels' });
    expect(stated.labels).toBeGreaterThanOrEqual(20);
    expect(stated.precision.from).toBeGreaterThan(0.2);
    expect(stated.precision.to).toBeLessThan(0.9);
    expect((await audit(20)).some(({ page }) => steps.has(page.step))).toBe(false);
    const { headers } = await fetch(`${service.url}/v1/sessions/${rows.sessionId}/pages/export?format=csv`);
    expect(headers.get('Gleaner-Judgement')).toBe(
      [
        `reported=${stated.reported}`,
        ...(['precision', 'recall'] as const).flatMap((name) => [
          `${name}=${stated[name].estimate.toFixed(3)}`,
          `${name}-from=${stated[name].from.toFixed(3)}`,
          `${name}-to=${stated[name].to.toFixed(3)}`,
        ]),
        `labels=${stated.labels}`,
      ].join(', '),
    );
  });

  it('knows the pages that its model may have learnt from', async () => {
    const before = read().slice(0, 30);
    await label({ labels: before.map(({ step, relevant }) => ({ step, relevant })) });
    await sql(service.databaseUrl, "UPDATE models SET created_at = now() + interval '1 hour' WHERE id = $1", [
      rows.modelId,
    ]);
    const stated = await judgement();
    expect(stated).toMatchObject({ labels: 0, precisionBasis: 'judges' });
    const known = before.filter(({ relevant }) => relevant).length;
    expect(known).toBeGreaterThan(0);
    expect(stated.precision.from).toBeGreaterThanOrEqual(known / stated.reported);
  });

  it('is asked for one session at a time', async () => {
    expect(await api.rest('GET', `/topics/${rows.topicId}/label-queue?strategy=audit`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', field: 'sessionId' },
    });
  });
});
