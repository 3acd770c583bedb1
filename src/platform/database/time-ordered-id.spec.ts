import { timeOrderedIds } from './time-ordered-id.js';

describe('timeOrderedIds', () => {
  it('makes ascending UUIDs of version 7, also past a full counter', () => {
    const ids = timeOrderedIds(5_000, 1_763_708_400_000);
    expect(new Set(ids).size).toBe(5_000);
    expect([...ids].sort()).toEqual(ids);
    for (const id of [ids[0], ids[4_999]])
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('starts with the milliseconds', () => {
    const [id] = timeOrderedIds(1, 1_763_708_400_000);
    expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(1_763_708_400_000);
  });
});
