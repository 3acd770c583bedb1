import { randomUUID } from 'node:crypto';
import type { KeywordCandidate } from '../../src/domain/topic/index.js';
import { JobHandlers, JobKindEnum, SWITCH_MODEL } from '../../src/modules/base/jobs/index.js';
import { MAX_PENDING } from '../../src/modules/topics/topics/keywords/keyword-candidate.js';
import { KeywordCandidatesRepository } from '../../src/modules/topics/topics/keywords/keyword-candidates.repository.js';
import { KeywordCandidatesService } from '../../src/modules/topics/topics/keywords/keyword-candidates.service.js';
import { KeywordSetsService, TopicsService } from '../../src/modules/topics/topics/index.js';
import { TopicDetailsService } from '../../src/modules/topics/topics/topic-details.service.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

let service: LocalService;
let prisma: PrismaService;
let details: TopicDetailsService;
let sets: KeywordSetsService;
let repository: KeywordCandidatesRepository;
let candidates: KeywordCandidatesService;
beforeAll(async () => {
  service = await startServiceHere();
  prisma = service.app.get(PrismaService);
  details = service.app.get(TopicDetailsService);
  sets = service.app.get(KeywordSetsService);
  repository = service.app.get(KeywordCandidatesRepository);
  candidates = service.app.get(KeywordCandidatesService);
});
afterAll(() => service.stop());

it('runs in a service that has a handler for each kind of job but the switch of models, which crawl workers do', () => {
  const handlers = service.app.get(JobHandlers);
  expect(Object.values(JobKindEnum).filter((kind) => handlers.find(kind) === undefined)).toEqual([SWITCH_MODEL]);
});

const SEARCHED = { relevant: 10, others: 20, background: 1_000 };
const candidate = (text: string, lift: number, changes: Partial<KeywordCandidate> = {}): KeywordCandidate => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  method: 'tres',
  similarity: 0.5,
  lift,
  relevantDocuments: 5,
  otherDocuments: 1,
  backgroundDocuments: 0,
  verdict: 'neutral',
  reason: '',
  acceptable: true,
  ...changes,
});
const newTopic = async (keywords = ['pizza']): Promise<string> =>
  (await details.create({ name: randomUUID(), keywords })).id;
const all = async (id: string) => (await candidates.list(id, { first: 200 }, {})).edges.map(({ node }) => node);
const keywordsOf = async (id: string) => (await sets.current(id))?.keywords.map(({ text }) => text) ?? [];

describe('stored candidates', () => {
  it('are measured again while they wait, and unchanged once decided', async () => {
    const id = await newTopic();
    await candidates.store(id, [candidate('oven', 1), candidate('dough', 2), candidate('tax', 3)], SEARCHED, false);
    await candidates.decide(id, { accept: ['dough'], reject: ['tax'] });
    const remeasured = ['ovens', 'dough', 'tax'].map((text) => candidate(text, 9, { similarity: null }));
    expect(await candidates.store(id, remeasured, SEARCHED, false)).toEqual({
      keywordSetVersion: 2,
      accepted: new Set(),
    });
    expect((await all(id)).map(({ text, lift, state, similarity }) => [text, lift, state, similarity])).toEqual([
      ['ovens', 9, 'pending', null],
      ['tax', 3, 'rejected', 0.5],
      ['dough', 2, 'accepted', 0.5],
    ]);
  });

  it('taken at once leave out what is rejected, decided or a keyword already', async () => {
    const id = await newTopic();
    await candidates.store(
      id,
      ['tax', 'dough'].map((text) => candidate(text, 1)),
      SEARCHED,
      false,
    );
    await candidates.decide(id, { reject: ['tax'] });
    const found = ['tax', 'dough', 'pizzas', 'oven'].map((text) => candidate(text, 1));
    const { keywordSetVersion, accepted } = await candidates.store(
      id,
      [...found, candidate('engine', 1, { acceptable: false })],
      SEARCHED,
      true,
    );
    expect([keywordSetVersion, [...accepted]]).toEqual([2, ['dough', 'oven']]);
    expect(await keywordsOf(id)).toEqual(['pizza', 'dough', 'oven']);
    // A repeated job changes nothing more.
    expect(await candidates.store(id, found, SEARCHED, true)).toMatchObject({
      keywordSetVersion: 2,
      accepted: new Set(),
    });
    // Keywords that the user removed do not return by themselves.
    await sets.put(id, ['pizza', 'oven']);
    await candidates.store(id, found, SEARCHED, true);
    expect(await keywordsOf(id)).toEqual(['pizza', 'oven']);
  });

  it('accepted while a job takes them at once come in once, in versions without gaps', async () => {
    const id = await newTopic([]);
    const found = Array.from({ length: 20 }, (_, i) => candidate(`word${i}`, i));
    await candidates.store(id, found, SEARCHED, false);
    await Promise.all([
      candidates.store(id, found, SEARCHED, true),
      ...found.slice(0, 5).map(({ text }) => candidates.decide(id, { accept: [text] })),
      ...found.slice(5, 10).map(({ text }) => candidates.decide(id, { reject: [text] })),
    ]);
    const keywords = await keywordsOf(id);
    expect(new Set(keywords).size).toBe(keywords.length);
    expect([...keywords].sort()).toEqual(
      found
        .filter((_, i) => i < 5 || i >= 10)
        .map(({ text }) => text)
        .sort(),
    );
    const versions = await prisma.keywordSet.findMany({
      where: { topicId: id },
      orderBy: { version: 'asc' },
      select: { version: true },
    });
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, i) => i + 1));
    const accepted = (await all(id)).filter(({ state }) => state === 'accepted');
    expect(accepted.map(({ text }) => text).sort()).toEqual([...keywords].sort());
    for (const { keywordSetVersion } of accepted) expect(keywordSetVersion).toBeGreaterThan(0);
  });

  it('are listed without gaps where lifts are equal, and by topic', async () => {
    const [one, two] = [await newTopic(), await newTopic()];
    await candidates.store(
      one,
      Array.from({ length: 7 }, (_, i) => candidate(`term${i}`, i % 2 === 0 ? 1 / 3 : -0.1)),
      SEARCHED,
      false,
    );
    await candidates.store(two, [candidate('other', 1)], SEARCHED, false);
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const page = await candidates.list(one, { first: 2, after }, {});
      seen.push(...page.edges.map(({ node }) => node.text));
      if (!page.hasNextPage) break;
      after = page.edges[page.edges.length - 1].cursor;
    }
    expect(seen).toEqual((await all(one)).map(({ text }) => text));
    expect(new Set(seen).size).toBe(7);
    const both = await candidates.listOf([one, two], { first: 1 }, {});
    expect([...both.values()].map(({ edges, hasNextPage }) => [edges.length, hasNextPage])).toEqual([
      [1, true],
      [1, false],
    ]);
  });

  it('are bounded: of those that wait the least are forgotten', async () => {
    const id = await newTopic();
    for (let part = 0; part < 3; part++) {
      await candidates.store(
        id,
        Array.from({ length: 2_000 }, (_, i) => candidate(`term${part * 2_000 + i}`, part * 2_000 + i)),
        SEARCHED,
        false,
      );
    }
    expect(await prisma.keywordCandidate.count({ where: { topicId: id } })).toBe(MAX_PENDING);
    expect(await prisma.keywordCandidate.count({ where: { topicId: id, lift: { lt: 1_000 } } })).toBe(0);
  });

  it('undo everything when a decision is refused, and go with their topic', async () => {
    const id = await newTopic();
    await candidates.store(id, [candidate('oven', 1)], SEARCHED, false);
    await expect(candidates.decide(id, { accept: ['oven'], reject: ['unheard'] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'reject[0]',
    });
    expect((await all(id)).map(({ state }) => state)).toEqual(['pending']);
    expect((await sets.current(id))?.version).toBe(1);
    expect(await repository.rejectedStems(id)).toEqual([]);
    await service.app.get(TopicsService).delete(id);
    expect(await prisma.keywordCandidate.count({ where: { topicId: id } })).toBe(0);
    await expect(candidates.store(id, [candidate('oven', 1)], SEARCHED, true)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
