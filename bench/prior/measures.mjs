/** How well weights separate relevant links from others, on held-out samples. */
import { FEATURE_COUNT } from '../../dist/domain/policies/prospector/features.js';
import { dot, logistic } from '../../dist/domain/learning/linear-models.js';
import { TOP } from './sampler.mjs';

const SMALLEST = 1e-6;
const BEST = 5;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * @returns log loss and area under the ROC curve of compared links and of random ones, and the share of relevant ones
 * among the best one and five of a choice
 */
export function measuresOf({ samples }, weights) {
  const { count, relevant, regions, choices } = samples;
  const chances = Float64Array.from({ length: count }, (_, i) =>
    logistic(dot(weights, samples.features, i * FEATURE_COUNT)),
  );
  const of = (wanted) => {
    const links = [];
    for (let i = 0; i < count; i++) if ((regions[i] === TOP) === wanted) links.push(i);
    return links;
  };
  const loss = (links) =>
    mean(links.map((i) => -Math.log(Math.max(SMALLEST, relevant[i] === 1 ? chances[i] : 1 - chances[i]))));
  const [top, any] = [of(true), of(false)];
  const byChoice = new Map();
  for (const i of top) byChoice.set(choices[i], [...(byChoice.get(choices[i]) ?? []), i]);
  const atBest = (most) =>
    mean(
      [...byChoice.values()].map((links) =>
        mean(
          links
            .sort((a, b) => chances[b] - chances[a])
            .slice(0, most)
            .map((i) => relevant[i]),
        ),
      ),
    );
  return {
    lossTop: loss(top),
    lossAny: loss(any),
    aucTop: areaUnder(top, chances, relevant),
    aucAny: areaUnder(any, chances, relevant),
    best1: atBest(1),
    best5: atBest(BEST),
  };
}

/**
 * The share of pairs of a relevant and an irrelevant link in which the relevant one has the higher probability; null
 * without pairs.
 */
function areaUnder(links, chances, relevant) {
  const sorted = [...links].sort((a, b) => chances[a] - chances[b]);
  let [below, won, positives] = [0, 0, 0];
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && chances[sorted[to]] === chances[sorted[from]]) to++;
    const tied = sorted.slice(from, to);
    const good = tied.filter((i) => relevant[i] === 1).length;
    won += good * (below + (tied.length - good) / 2);
    positives += good;
    below += tied.length - good;
    from = to;
  }
  return positives === 0 || below === 0 ? null : won / (positives * below);
}

/** Correlation of predicted and true worth of links as hubs, over compared links; null if no link leads to a hub. */
export function hubCorrelation({ samples: { count, features, regions, hubs } }, weights) {
  const pairs = [];
  for (let i = 0; i < count; i++)
    if (regions[i] === TOP) pairs.push([Math.max(0, dot(weights, features, i * FEATURE_COUNT)), hubs[i]]);
  const [a, b] = [0, 1].map((side) => mean(pairs.map((pair) => pair[side])));
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [x, y] of pairs) {
    both += (x - a) * (y - b);
    ofA += (x - a) ** 2;
    ofB += (y - b) ** 2;
  }
  return ofA === 0 || ofB === 0 ? null : both / Math.sqrt(ofA * ofB);
}
