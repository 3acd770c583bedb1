import { defaultKind, findRelevanceModel } from '../index.js';

describe('the kind a topic gets unless the user names one', () => {
  it('needs no more than there is', () => {
    expect([0, 1, 2, 500].map((relevant) => findRelevanceModel(defaultKind({ relevant }))?.needsExamples)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('can do without settings', () => {
    for (const relevant of [0, 2])
      expect(findRelevanceModel(defaultKind({ relevant }))?.configSchema.safeParse({}).success).toBe(true);
  });
});
