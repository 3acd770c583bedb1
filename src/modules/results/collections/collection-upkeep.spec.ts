import type { Events } from '../../../platform/database/index.js';
import type { CollectionPiecesRepository } from './collection-pieces.repository.js';
import { CollectionUpkeep } from './collection-upkeep.js';

it('looks each time that it is called, without waiting for its next regular look', async () => {
  const looks: (() => void)[] = [];
  const pieces: Partial<CollectionPiecesRepository> = {
    behind: () => {
      looks.shift()?.();
      return Promise.resolve([]);
    },
  };
  let call: ((payload: string) => void) | undefined;
  const events: Partial<Events> = {
    subscribe: (_channel, onPayload) => {
      call = onPayload;
      return Promise.resolve();
    },
  };
  const upkeep = new CollectionUpkeep(pieces as CollectionPiecesRepository, events as Events, { ROLE: 'worker' });
  const looked = (): Promise<void> => new Promise((resolve) => looks.push(resolve));
  const first = looked();
  upkeep.onApplicationBootstrap();
  await first;
  const began = performance.now();
  for (let i = 0; i < 20; i++) {
    const next = looked();
    call?.('');
    await next;
  }
  // Twenty regular looks take a minute.
  expect(performance.now() - began).toBeLessThan(30_000);
  await upkeep.onModuleDestroy();
});
