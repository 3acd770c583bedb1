import { LinearValues } from './linear-values.js';
import { TopicCentroid } from './topic-centroid.js';

const ROW = Float32Array.from([0.5, 0.3, 1, 0.25, 0.9]);

describe('LinearValues', () => {
  it.each([0, 5])('comes to value what was rewarded, with %i levels', (levels) => {
    const values = new LinearValues({ levels, learningRate: 0.1, discount: 0.5 });
    expect(values.value(ROW)).toBeCloseTo(levels === 0 ? 0.0395 : 0.05);
    for (let i = 0; i < 200; i++) values.learn(ROW, 1, 0);
    expect(values.value(ROW)).toBeCloseTo(1, 2);
  });

  it('discounts the value of the next action', () => {
    const values = new LinearValues({ levels: 5, learningRate: 0.1, discount: 0.5 });
    for (let i = 0; i < 200; i++) values.learn(ROW, 0, 1);
    expect(values.value(ROW)).toBeCloseTo(0.5, 2);
  });

  it('values rows of the same intervals alike', () => {
    const values = new LinearValues({ levels: 5, learningRate: 0.1, discount: 0.5 });
    values.learn(ROW, 1, 0);
    expect(values.value(Float32Array.from([0.41, 0.39, 0.99, 0.2, 0.81]))).toBe(values.value(ROW));
    expect(values.value(Float32Array.from([0.41, 0.41, 0.99, 0.2, 0.81]))).toBeLessThan(values.value(ROW));
  });
});

describe('TopicCentroid', () => {
  const PAGES: [string, boolean][] = [
    ['bread cheese olive bakery', true],
    ['engine market cloud', false],
    ['cheese wine bread cellar', true],
    ['cloud football market season', false],
  ];
  const topic = new TopicCentroid();

  it('knows no topic before the first relevant page', () => {
    topic.add(...PAGES[1]);
    expect(topic.similarity('market')).toBe(0);
    for (const page of PAGES) topic.add(...page);
  });

  it('finds texts like relevant pages similar, and others not', () => {
    expect(topic.similarity('fresh bread and cheeses')).toBeGreaterThan(0.2);
    expect(topic.similarity('football market')).toBe(0);
    expect(topic.similarity('')).toBe(0);
    expect(topic.similarity('bread bread bread')).toBeLessThanOrEqual(1);
  });

  it('is the same after a restore', () => {
    const other = new TopicCentroid();
    other.restore(topic.save());
    expect(other.similarity('olive oil')).toBe(topic.similarity('olive oil'));
  });
});
