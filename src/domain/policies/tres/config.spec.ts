import { resolveSettings, tresConfigSchema } from './config.js';

const resolve = (given: unknown, budget = 20_000, cap = Number.POSITIVE_INFINITY): ReturnType<typeof resolveSettings> =>
  resolveSettings(tresConfigSchema.parse(given), budget, cap);

describe('settings of tres', () => {
  it('has the reference program’s constants by MAX', () => {
    const program = { preset: 'program' };
    expect(resolve(program)).toMatchObject({
      discount: 0.99,
      hidden: [30, 15],
      replayCapacity: 20_000,
      batchSize: 60,
      learningStarts: 500,
      learnEvery: 3,
      targetEvery: 500,
      learningRate: 1e-3,
      learningRateDecay: 0.9,
      clip: { by: 'value', limit: 1 },
      minSamplesSplit: 5,
      maxDepth: 18,
      minChildShare: 0,
      quantise: true,
      unknownDomain: 'program',
    });
    expect(resolve(program, 20_000, 5)).toMatchObject({
      batchSize: 128,
      learnEvery: 1,
      learningStarts: 300,
      sweepEvery: 5,
    });
    expect(resolve(program, 20_000, 10)).toMatchObject({
      batchSize: 60,
      learnEvery: 3,
      learningStarts: 300,
      sweepEvery: 10,
    });
    expect(resolve(program, 20_000, 20)).toMatchObject({
      minSamplesSplit: 10,
      minChildShare: 0.2,
      learningStarts: 500,
    });
  });

  it('has the paper’s features and discount, and a mini-batch in each step', () => {
    expect(resolve({ preset: 'paper' })).toMatchObject({
      discount: 0.3,
      learnEvery: 1,
      nextFromTree: true,
      deadEnds: 'keep',
      quantise: false,
      unknownDomain: 'paper',
    });
  });

  it.each([
    [100, 10, 8],
    [500, 13, 8],
    [2_000, 50, 3],
    [20_000, 500, 1],
    [1_000_000, 500, 1],
  ])('fits the schedule to a budget of %d', (budget, learningStarts, roundsPerLearning) => {
    expect(resolve({}, budget)).toMatchObject({
      learningStarts,
      targetEvery: learningStarts,
      roundsPerLearning,
      learnEvery: 1,
    });
  });

  it('puts what was given over the preset', () => {
    expect(resolve({ preset: 'program', discount: 0.5, learningStarts: 7 })).toMatchObject({
      discount: 0.5,
      learningStarts: 7,
      quantise: true,
    });
  });

  it.each([{ discount: 1 }, { hidden: [] }, { preset: 'best' }, { batchSize: 0 }, { gamma: 0.5 }])(
    'refuses %j',
    (given) => {
      expect(() => tresConfigSchema.parse(given)).toThrow();
    },
  );
});
