/** Fits weights to samples: every web has equal weight, and so does every topic in it and every choice in a topic. */
import { FEATURE_COUNT } from '../../dist/domain/policies/prospector/features.js';
import { logisticRegression, ridgeRegression } from '../../dist/domain/learning/linear-models.js';
import { TOP } from './sampler.mjs';

/**
 * The rows of some crawls.
 *
 * @param crawls with `web`, `topic` and `samples`
 * @param topShare weight of the compared candidates of a choice; those drawn from the whole frontier have the rest
 */
export function rowsOf(crawls, topShare, target = 'relevant') {
  const count = crawls.reduce((sum, { samples }) => sum + samples.count, 0);
  const rows = {
    x: new Float32Array(count * FEATURE_COUNT),
    y: new Float32Array(count),
    weights: new Float64Array(count),
    width: FEATURE_COUNT,
  };
  const distinct = (of) => new Set(of).size;
  const webs = distinct(crawls.map(({ web }) => web));
  let at = 0;
  for (const { web, topic, samples } of crawls) {
    const ofWeb = crawls.filter((other) => other.web === web);
    const seeds = ofWeb.filter((other) => other.topic === topic).length;
    const ofCrawl = 1 / (webs * distinct(ofWeb.map((other) => other.topic)) * seeds);
    const ofLink = linkWeights(samples, topShare);
    rows.x.set(samples.features, at * FEATURE_COUNT);
    rows.y.set(samples[target === 'relevant' ? 'relevant' : 'hubs'], at);
    for (let i = 0; i < samples.count; i++) rows.weights[at + i] = ofCrawl * ofLink[i];
    at += samples.count;
  }
  return rows;
}

/** Weight of each link of a crawl; they sum to 1. */
function linkWeights({ count, choices, regions }, topShare) {
  const sizes = new Map();
  const cell = (i) => choices[i] * 2 + regions[i];
  for (let i = 0; i < count; i++) sizes.set(cell(i), (sizes.get(cell(i)) ?? 0) + 1);
  const weights = Float64Array.from(
    { length: count },
    (_, i) => (regions[i] === TOP ? topShare : 1 - topShare) / sizes.get(cell(i)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** @param towards target of the regularisation; default: 0 for each weight, and a free constant */
const penaltyOf = ({ penalty, towards }) => ({ strength: penalty, ...(towards && { towards, first: true }) });
export const fitRelevance = (crawls, settings) =>
  logisticRegression(rowsOf(crawls, settings.topShare), penaltyOf(settings));
export const fitHub = (crawls, settings) =>
  ridgeRegression(rowsOf(crawls, settings.topShare, 'hubs'), penaltyOf(settings));
