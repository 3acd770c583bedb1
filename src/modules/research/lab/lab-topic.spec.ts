import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAB_SESSION, labTopicJsonSchema, labTopicSchema, readLabTopic } from './lab-topic.js';

const TOPIC = { name: 'cheese', label: 'food', keywords: ['cheese'], seeds: ['http://a.example/'] };

describe('topic file of the lab', () => {
  it.each<[{ grouping?: string } | undefined]>([[undefined], [{}], [{ grouping: 'host' }]])(
    'leaves the web as it is unless it says otherwise: %j',
    (session) => {
      const read = labTopicSchema.parse({ ...TOPIC, session }).session;
      expect(read).toMatchObject({
        obeyNoindex: false,
        traps: { detect: false },
        duplicates: { exact: false, nearDistance: 0 },
        hostDelayMs: 0,
        robots: false,
      });
      expect(read.grouping).toBe(session?.grouping ?? 'registrable-domain');
    },
  );

  it('can switch on what a session has on', () => {
    const read = labTopicSchema.parse({ ...TOPIC, session: { traps: { detect: true }, duplicates: {} } }).session;
    expect(read).toMatchObject({
      traps: { detect: true, maxPerPattern: 50_000 },
      duplicates: { exact: true, nearDistance: 3 },
    });
  });

  it.each([[5], [null], [{ budget: { fetches: 5 } }], [{ hostDelayMs: -1 }]])('refuses the session %j', (session) => {
    expect(labTopicSchema.safeParse({ ...TOPIC, session }).success).toBe(false);
  });

  it.each([
    [{ ...TOPIC, seeds: undefined }, 'seeds is required; a list'],
    [
      { ...TOPIC, sedes: [] },
      'sedes is not known here; expected one of $schema, examples, expandKeywords, keywords, label, ',
    ],
    [{ ...TOPIC, session: { groping: 'host' } }, 'session.groping is not known here; expected one of '],
    [{ ...TOPIC, model: { kind: 'svm' } }, 'model.kind must be one of keyword-vectors, '],
    [{ ...TOPIC, label: 5 }, 'label must be a string, not the number 5'],
  ])('is refused with what is allowed: %j', async (content, complaint) => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-lab-'));
    try {
      const file = join(folder, 'topic.json');
      writeFileSync(file, JSON.stringify(content));
      await expect(readLabTopic(file)).rejects.toThrow(`${file} is no topic file:\n  ${complaint}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is as the document shows it', () => {
    const [, example] = /```json\n([^]*?)```/.exec(readFileSync('docs/lab.md', 'utf8')) ?? [];
    expect(labTopicSchema.parse(JSON.parse(example ?? ''))).toMatchObject({ label: 'cheese', reward: 'model' });
  });

  it('is described with the defaults of the lab, and a description of each field', () => {
    const schema = labTopicJsonSchema() as {
      required: string[];
      properties: Record<string, { description?: string; properties?: Record<string, { default?: unknown }> }>;
    };
    expect(schema.required).toEqual(['name', 'label', 'keywords', 'seeds']);
    const described = Object.values(schema.properties).filter(({ description = '' }) => description !== '');
    expect(described).toHaveLength(Object.keys(labTopicSchema.shape).length);
    for (const [name, value] of Object.entries(LAB_SESSION))
      expect([name, schema.properties['session'].properties?.[name].default]).toEqual([name, value]);
  });
});
