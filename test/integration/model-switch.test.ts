import { sql } from '../e2e/sessions-client.js';
import { DEADLINE_MS, describeModelSwitches, type Event, type Status, web } from '../support/model-switch.js';
import { expectNotesToMatchPages } from '../support/noted-steps.js';
import { testThoroughly } from '../support/thoroughness.js';

// `npm run test:long` has other policies.
describeModelSwitches(['best-first'], ({ topicId, databaseUrl, call, session, newTopic, contraryModel }) => {
  const SMALL = { policy: 'best-first', budget: { fetches: 80 }, hostDelayMs: 0, robots: false, randomSeed: 4 };
  const relevantPages = async (id: string): Promise<number> =>
    Number(
      (
        await sql(databaseUrl(), 'SELECT count(*) FILTER (WHERE relevant) AS n FROM pages WHERE session_id = $1', [id])
      )[0]['n'],
    );

  it(
    'rejudges a finished session at once: label, train, change',
    async () => {
      const { id, modelId } = await call<Status>('POST', `/topics/${await newTopic('finished')}/sessions`, SMALL);
      const ended = await session(id, ({ state }) => state === 'completed');
      const toModelId = await contraryModel(id, modelId);
      expect(await call<Status>('POST', `/sessions/${id}/model`, { modelId: toModelId })).toMatchObject({
        state: 'completed',
        pendingModelId: toModelId,
      });
      const after = await session(id, ({ pendingModelId }) => pendingModelId === null);
      expect(after).toMatchObject({ state: 'completed', modelId: toModelId, fetched: ended.fetched });
      expect(after.relevant).not.toBe(ended.relevant);
      expect(await relevantPages(id)).toBe(after.relevant);
      await expectNotesToMatchPages(databaseUrl(), id);
      // It continues from there under its present model.
      await call<Status>('POST', `/sessions/${id}/extend`, { fetches: 20 });
      const longer = await session(id, ({ state, fetched, failed }) => state === 'completed' && fetched + failed > 80);
      expect(longer).toMatchObject({ modelId: toModelId, error: null });
      expect(longer.fetched + longer.failed).toBe(100);
      expect(await relevantPages(id)).toBe(longer.relevant);
      await expectNotesToMatchPages(databaseUrl(), id);
    },
    DEADLINE_MS,
  );

  testThoroughly(
    'comes with an extension: label, train, extend with the model',
    async () => {
      const { id, modelId } = await call<Status>('POST', `/topics/${await newTopic('extended')}/sessions`, SMALL);
      await session(id, ({ state }) => state === 'completed');
      const toModelId = await contraryModel(id, modelId);
      const extended = await call<Status>('POST', `/sessions/${id}/extend`, { fetches: 20, modelId: toModelId });
      expect(extended.pendingModelId).toBe(toModelId);
      // A worker may have claimed it already.
      expect(['queued', 'starting']).toContain(extended.state);
      const longer = await session(id, ({ state }) => state === 'completed');
      expect(longer).toMatchObject({ modelId: toModelId, pendingModelId: null, error: null });
      expect(longer.fetched + longer.failed).toBe(100);
      expect(await relevantPages(id)).toBe(longer.relevant);
      expect(
        (await call<{ items: Event[] }>('GET', `/sessions/${id}/events`)).items.filter(
          ({ kind }) => kind === 'model-switched',
        ),
      ).toHaveLength(1);
    },
    DEADLINE_MS,
  );

  it(
    "is refused for another topic's model",
    async () => {
      const other = await call<{ id: string }>('POST', '/topics', {
        name: 'bread',
        keywords: ['bread', 'flour'],
        seeds: web.seeds,
      });
      const foreign = await call<Status>('POST', `/topics/${other.id}/sessions`, {
        policy: 'random',
        budget: { fetches: 5 },
        hostDelayMs: 0,
        robots: false,
      });
      const { id } = await call<Status>('POST', `/topics/${topicId()}/sessions`, {
        policy: 'random',
        budget: { fetches: 5 },
        hostDelayMs: 0,
        robots: false,
      });
      await expect(call('POST', `/sessions/${id}/model`, { modelId: foreign.modelId })).rejects.toThrow(/400.*modelId/);
      await expect(call('POST', `/sessions/${id}/model`, { modelId: id })).rejects.toThrow(/404/);
      await expect(call('POST', `/sessions/${id}/extend`, { fetches: 1, modelId: foreign.modelId })).rejects.toThrow(
        /400.*modelId/,
      );
      const ended = await session(id, ({ state }) => state === 'completed');
      // Its present model: nothing to do.
      expect(await call<Status>('POST', `/sessions/${id}/model`, { modelId: ended.modelId })).toMatchObject({
        state: 'completed',
        pendingModelId: null,
      });
      const { items } = await call<{ items: Event[] }>('GET', `/sessions/${id}/events`);
      expect(items.map(({ kind }) => kind)).toEqual(['queued', 'started', 'running', 'completed']);
    },
    DEADLINE_MS,
  );
});
