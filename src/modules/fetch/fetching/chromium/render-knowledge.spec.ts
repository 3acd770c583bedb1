import { describe, expect, it } from '@jest/globals';
import type { RenderSignal } from '../../../../domain/page/index.js';
import {
  RenderKnowledge,
  type RenderChoice,
  type RenderKnowledgeStore,
  type RenderRecord,
} from './render-knowledge.js';

const silent = (): void => undefined;
/** Visits the given number of pages of one shape; `gains` says whether rendering gains content. @returns the choices */
async function show(
  knowledge: RenderKnowledge,
  pages: number,
  signal: RenderSignal,
  gains: boolean,
  shape = 'item',
  host = 'a.example',
): Promise<RenderChoice[]> {
  const choices: RenderChoice[] = [];
  for (let i = 0; i < pages; i++) {
    const choice = await knowledge.choose(`https://${host}/${shape}/${i}`, signal);
    if (choice.render) knowledge.learn(choice, gains);
    choices.push(choice);
  }
  return choices;
}
const rendered = (choices: readonly RenderChoice[]): number => choices.filter((choice) => choice.render).length;

/** Stores records like a database: plain data, by key. */
function memoryStore(): RenderKnowledgeStore & {
  readonly rows: Map<string, RenderRecord>;
  failing: boolean;
  loads: number;
} {
  const rows = new Map<string, RenderRecord>();
  return {
    rows,
    failing: false,
    loads: 0,
    load(host) {
      this.loads++;
      return this.failing
        ? Promise.reject(new Error('down'))
        : Promise.resolve([...rows.values()].filter((row) => row.host === host));
    },
    save(records) {
      if (this.failing) return Promise.reject(new Error('down'));
      for (const record of records) rows.set(JSON.stringify([record.host, record.shape, record.signal]), record);
      return Promise.resolve();
    },
  };
}

describe('RenderKnowledge', () => {
  it('renders suspicious pages at once, and all of them once that has gained', async () => {
    const choices = await show(new RenderKnowledge(null, silent), 50, 'empty body', true);
    expect(rendered(choices)).toBe(50);
    expect(choices.slice(0, 3).map((choice) => choice.reason)).toEqual([
      'auto: empty body',
      'auto: learnt',
      'auto: learnt',
    ]);
  });

  it('stops rendering what does not gain, and looks again now and then', async () => {
    const knowledge = new RenderKnowledge(null, silent);
    const choices = await show(knowledge, 1_000, 'framework root', false);
    expect(rendered(choices.slice(0, 10))).toBeLessThanOrEqual(5);
    expect(rendered(choices)).toBeLessThanOrEqual(15);
    expect(choices.filter((choice) => choice.reason === 'auto: sample').length).toBeGreaterThanOrEqual(3);
  });

  it('takes a new shape of a known host for what its others are', async () => {
    const knowledge = new RenderKnowledge(null, silent);
    for (const shape of ['b', 'c', 'd']) await show(knowledge, 10, 'few links', false, shape);
    expect((await show(knowledge, 1, 'few links', false, 'new'))[0]).toMatchObject({
      render: false,
      reason: 'auto: not needed',
    });
    expect(rendered(await show(knowledge, 17, 'few links', false, 'new'))).toBe(1);
  });

  it('costs static sites next to nothing, however many shapes they have', async () => {
    expect(rendered(await show(new RenderKnowledge(null, silent), 15, 'none', false))).toBe(0);
    expect(rendered(await show(new RenderKnowledge(null, silent), 20_000, 'none', false))).toBeLessThanOrEqual(7);
    const knowledge = new RenderKnowledge(null, silent);
    let many = 0;
    for (let shape = 0; shape < 50; shape++)
      many += rendered(
        await show(
          knowledge,
          40,
          'none',
          false,
          `shape-${String.fromCharCode(97 + (shape % 26))}${shape < 26 ? 'x' : 'y'}`,
        ),
      );
    expect(many).toBeLessThanOrEqual(1 + 2_000 / 200);
    const wide = new RenderKnowledge(null, silent);
    let over = 0;
    for (let host = 0; host < 500; host++)
      over += rendered(await show(wide, 40, 'none', false, 'item', `h${host}.example`));
    expect(over).toBeLessThanOrEqual(12);
  });

  it('finds a site that shows no signs and is filled in by scripts all the same', async () => {
    const choices = await show(new RenderKnowledge(null, silent), 40, 'none', true);
    expect(choices.findIndex((choice) => choice.render)).toBe(15);
    expect(choices.slice(25).every((choice) => choice.render && choice.reason === 'auto: learnt')).toBe(true);
  });

  it('judges a page with other signs again', async () => {
    const knowledge = new RenderKnowledge(null, silent);
    await show(knowledge, 30, 'few links', false);
    expect((await show(knowledge, 1, 'empty body', true))[0]).toMatchObject({
      render: true,
      reason: 'auto: empty body',
    });
  });

  it('notices a change either way', async () => {
    const knowledge = new RenderKnowledge(null, silent);
    await show(knowledge, 30, 'empty body', true);
    expect(rendered(await show(knowledge, 60, 'empty body', false))).toBeLessThan(20);
    const back = await show(knowledge, 200, 'empty body', true);
    expect(back.slice(-20).every((choice) => choice.render)).toBe(true);
  });

  it('is kept by its store and continues from there', async () => {
    const store = memoryStore();
    const first = new RenderKnowledge(store, silent);
    await show(first, 20, 'framework root', false);
    await first.close();
    expect([...store.rows.values()]).toContainEqual(
      expect.objectContaining({ host: 'a.example', shape: '/item/*', signal: 'framework root', gains: 0 }),
    );
    expect(rendered(await show(new RenderKnowledge(store, silent), 10, 'framework root', false))).toBe(0);
  });

  it('does without a store that fails, says so once, and saves when it is back', async () => {
    const store = memoryStore();
    store.failing = true;
    const warnings: string[] = [];
    const knowledge = new RenderKnowledge(store, (fields) => warnings.push(String((fields as { err: unknown }).err)));
    for (const host of ['a.example', 'b.example', 'c.example'])
      expect(rendered(await show(knowledge, 5, 'empty body', true, 'item', host))).toBe(5);
    await knowledge.close();
    expect(warnings).toEqual([expect.stringContaining('down')]);
    expect(store.loads).toBe(1);
  });

  it('does not wait for a store that hangs', async () => {
    const hanging: RenderKnowledgeStore = {
      load: () => new Promise(() => undefined),
      save: () => new Promise(() => undefined),
    };
    const knowledge = new RenderKnowledge(hanging, silent);
    expect(rendered(await show(knowledge, 2, 'empty body', true))).toBe(2);
    await knowledge.close();
  });

  it('forgets hosts and shapes beyond its bounds', async () => {
    const knowledge = new RenderKnowledge(null, silent);
    await show(knowledge, 10, 'few links', false);
    for (let i = 0; i < 2_500; i++) await knowledge.choose(`https://h${i}.example/`, 'none');
    expect((await show(knowledge, 1, 'few links', false))[0]).toMatchObject({ render: true });
  });
});
