import { Adam } from '../../learning/adam.js';
import { shuffle } from '../../learning/cross-validation.js';
import type { Rng } from '../../base/rng.js';
import { crossEntropy, type EncodedText, type KwBiLstmNetwork } from './network.js';

/** A training example. */
export interface Example {
  /** 1 relevant, 0 not. */
  readonly label: number;
  /** Represents irrelevant pages. */
  readonly isBackground: boolean;
  /** The page as the model will read it. */
  readonly page: EncodedText;
  /** A few words of it, always the same; null without known words. */
  readonly crop: EncodedText | null;
  /** A random part of the page, redrawn by each call. */
  drawPage(rng: Rng): EncodedText;
  /** A few random words of it, redrawn by each call. */
  drawCrop(rng: Rng): EncodedText | null;
}

interface TrainingPlan {
  readonly rounds: number;
  /** Batches of pages per round; the number of crop batches is the same. */
  readonly batchesPerRound: number;
  readonly learningRate: number;
  readonly dropout: number;
}

/** Texts of a batch. */
export const BATCH = 32;
/** Share of words dropped in training: the reference program drops as much of the LSTM's input. */
const WORD_DROPOUT = 0.1;
/** Longer gradients are scaled down to this length. */
const MAX_GRADIENT = 1;
/** Rounds without improvement after which training ends. */
const PATIENCE = 3;
/**
 * Largest weight of general documents in examples, or the number of irrelevant examples: being easily distinguished
 * from pages, they teach little.
 */
const BACKGROUND_COUNTED = 100;

/** Examples of one class in random order, each drawn as often as the others. */
class Deck {
  private order: number[] = [];

  constructor(
    private readonly members: readonly number[],
    readonly weight: number,
    private readonly rng: Rng,
  ) {}

  next(): number {
    if (this.order.length === 0) this.order = shuffle([...this.members], this.rng);
    return this.order.pop() ?? this.members[0];
  }
}

/**
 * Draws relevant, irrelevant and general examples in proportion to the roots of their numbers, so that smaller classes
 * matter without being learned by heart.
 */
function decksOf(examples: readonly Example[], rng: Rng): Deck[] {
  const deck = (of: (example: Example) => boolean, most: (count: number) => number): Deck => {
    const members = Array.from(examples.keys()).filter((i) => of(examples[i]));
    return new Deck(members, Math.sqrt(most(members.length)), rng);
  };
  const irrelevant = examples.filter(({ label, isBackground }) => label === 0 && !isBackground).length;
  return [
    deck(
      ({ label }) => label === 1,
      (count) => count,
    ),
    deck(
      ({ label, isBackground }) => label === 0 && !isBackground,
      (count) => count,
    ),
    deck(
      ({ isBackground }) => isBackground,
      (count) => Math.min(count, Math.max(BACKGROUND_COUNTED, irrelevant)),
    ),
  ].filter(({ weight }) => weight > 0);
}

function drawFrom(decks: readonly Deck[], rng: Rng): number {
  let rest = rng.next() * decks.reduce((sum, { weight }) => sum + weight, 0);
  for (const deck of decks) {
    rest -= deck.weight;
    if (rest < 0) return deck.next();
  }
  return decks[0].next();
}

/**
 * Trains a network from fresh weights by Adam, alternating batches of pages and of crops, with a cosine decay of the
 * rate to zero.
 *
 * @param held examples for early stopping: keeps the weights of their best round. Without any, all rounds are trained.
 * @param onProgress called with the completed share; its errors are passed on
 * @returns the round of the kept weights, from 1
 */
export function trainNetwork(
  network: KwBiLstmNetwork,
  examples: readonly Example[],
  held: readonly Example[],
  { rounds, batchesPerRound, learningRate, dropout }: TrainingPlan,
  rng: Rng,
  onProgress: (share: number) => void,
): number {
  network.randomise(rng);
  const adam = new Adam(network.parameters.length, { by: 'norm', limit: MAX_GRADIENT });
  const decks = decksOf(examples, rng);
  const learn = (draw: (example: Example) => EncodedText | null, rate: number): void => {
    const texts: EncodedText[] = [];
    const labels: number[] = [];
    for (let i = 0; i < BATCH; i++) {
      const example = examples[drawFrom(decks, rng)];
      const text = draw(example);
      if (text === null) continue;
      texts.push(text);
      labels.push(example.label);
    }
    if (texts.length === 0) return;
    network.forward(texts, { rate: dropout, words: WORD_DROPOUT, rng });
    network.backward(texts, labels);
    adam.update(network.parameters, network.gradient, rate);
  };
  const batches = rounds * batchesPerRound;
  let best = { round: rounds, loss: Infinity, parameters: network.parameters };
  for (let round = 1, batch = 0; round <= rounds; round++) {
    for (; batch < round * batchesPerRound; batch++) {
      const rate = (learningRate * (1 + Math.cos((Math.PI * batch) / batches))) / 2;
      learn((example) => example.drawPage(rng), rate);
      learn((example) => example.drawCrop(rng), rate);
      onProgress((batch + 1) / batches);
    }
    if (held.length === 0) continue;
    const loss = lossOf(network, held);
    if (loss < best.loss) best = { round, loss, parameters: network.parameters.slice() };
    else if (round - best.round >= PATIENCE) break;
  }
  network.parameters.set(best.parameters);
  return best.round;
}

/** Mean cross-entropy of pages and of crops, with equal weight of both classes and both sorts of text. */
function lossOf(network: KwBiLstmNetwork, examples: readonly Example[]): number {
  let loss = 0;
  for (const sort of ['page', 'crop'] as const) {
    const sums = [0, 0];
    const counts = [0, 0];
    const texts = examples.flatMap(({ label, [sort]: text }) => (text === null ? [] : [{ label, text }]));
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH);
      const logits = network.forward(batch.map(({ text }) => text));
      batch.forEach(({ label }, i) => {
        sums[label] += crossEntropy(logits[i], label);
        counts[label]++;
      });
    }
    for (const label of [0, 1]) loss += sums[label] / Math.max(1, counts[label]);
  }
  return loss / 4;
}
