/**
 * Platt scaling: P(relevant | margin) = 1 / (1 + exp(a·margin + b)). `a` is negative: the probability never falls with
 * the margin.
 */
export interface PlattScaling {
  readonly a: number;
  readonly b: number;
}

/** Most Newton steps; the method needs fewer than ten on all data in its publication. */
const MAX_STEPS = 100;
/** Shortest step of the line search. */
const MIN_STEP = 1e-10;
/** Keeps the Hessian positive definite if all margins are alike. */
const RIDGE = 1e-12;
const GRADIENT_TOLERANCE = 1e-5;
/**
 * Slope if margins are uninformative or inverted: the probability moves from .27 to .73 within one standard deviation
 * to either side.
 */
const FALLBACK_SLOPE = 1;

/**
 * Fits Platt scaling to held-out margins by Newton's method with backtracking (Lin, Lin and Weng, "A note on Platt's
 * probabilistic outputs for support vector machines", 2007, algorithm 1), with equal weight of both classes.
 *
 * Targets are (N₊+1)/(N₊+2) and 1/(N₋+2), which keeps few examples from certainty. Deviations: the class weights,
 * because a crawl's share of relevant pages is unrelated to the training set's; and if the fit would reverse the order,
 * which happens by chance with a handful of examples, a plain slope through the middle of the classes replaces it.
 */
export function fitPlatt(margins: ArrayLike<number>, labels: ArrayLike<number>): PlattScaling {
  const n = margins.length;
  let positives = 0;
  for (let i = 0; i < n; i++) positives += labels[i];
  const negatives = n - positives;
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (negatives + 2);
  const weightPositive = positives === 0 ? 0 : n / (2 * positives);
  const weightNegative = negatives === 0 ? 0 : n / (2 * negatives);

  const loss = (a: number, b: number): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const z = a * margins[i] + b;
      const target = labels[i] === 1 ? high : low;
      const weight = labels[i] === 1 ? weightPositive : weightNegative;
      // In this form exp never overflows.
      sum += weight * (z >= 0 ? target * z + Math.log1p(Math.exp(-z)) : (target - 1) * z + Math.log1p(Math.exp(z)));
    }
    return sum;
  };

  let a = 0;
  let b = 0;
  let current = loss(a, b);
  for (let step = 0; step < MAX_STEPS; step++) {
    let [haa, hbb, hab, ga, gb] = [RIDGE, RIDGE, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      const p = sigmoid(-(a * margins[i] + b));
      const weight = labels[i] === 1 ? weightPositive : weightNegative;
      const curvature = weight * p * (1 - p);
      const slope = weight * ((labels[i] === 1 ? high : low) - p);
      haa += margins[i] * margins[i] * curvature;
      hbb += curvature;
      hab += margins[i] * curvature;
      ga += margins[i] * slope;
      gb += slope;
    }
    if (Math.abs(ga) < GRADIENT_TOLERANCE && Math.abs(gb) < GRADIENT_TOLERANCE) break;
    const determinant = haa * hbb - hab * hab;
    if (!(determinant > 0)) break;
    const da = -(hbb * ga - hab * gb) / determinant;
    const db = -(haa * gb - hab * ga) / determinant;
    const descent = ga * da + gb * db;
    let size = 1;
    for (; size >= MIN_STEP; size /= 2) {
      const next = loss(a + size * da, b + size * db);
      // Sufficient decrease (Armijo) with the paper's constant.
      if (next < current + 1e-4 * size * descent) {
        a += size * da;
        b += size * db;
        current = next;
        break;
      }
    }
    if (size < MIN_STEP) break;
  }
  return a < 0 && Number.isFinite(a) && Number.isFinite(b) ? { a, b } : fallbackScaling(margins, labels);
}

function fallbackScaling(margins: ArrayLike<number>, labels: ArrayLike<number>): PlattScaling {
  const sums = [0, 0];
  const counts = [0, 0];
  let square = 0;
  for (let i = 0; i < margins.length; i++) {
    sums[labels[i]] += margins[i];
    counts[labels[i]]++;
    square += margins[i] ** 2;
  }
  const mean = (sums[0] + sums[1]) / Math.max(1, margins.length);
  const deviation = Math.sqrt(Math.max(0, square / Math.max(1, margins.length) - mean * mean)) || 1;
  const middle = counts[0] > 0 && counts[1] > 0 ? (sums[0] / counts[0] + sums[1] / counts[1]) / 2 : mean;
  const a = -FALLBACK_SLOPE / deviation;
  return { a, b: -a * middle };
}

/** 1 / (1 + e⁻ᶻ) without overflow. */
export function sigmoid(z: number): number {
  if (z >= 0) return 1 / (1 + Math.exp(-z));
  const e = Math.exp(z);
  return e / (1 + e);
}

/** Probability in (0, 1) that an item with this margin is relevant, by Platt's sigmoid. */
export function plattProbability(scaling: PlattScaling, margin: number): number {
  return sigmoid(-(scaling.a * margin + scaling.b));
}
