import { pathOf } from '../url/index.js';
import type { RenderSignal } from './render-signals.js';

/** Number of pages rendered as a test, and of those that gained by it. Old samples decay, so both may be fractions. */
export interface RenderEvidence {
  readonly samples: number;
  readonly gains: number;
}

type RenderVerdict = 'render' | 'plain' | 'unsure';

/** Prior share of pages that gain, for unknown hosts. The first pages correct it. */
const EXPECTED: Readonly<Record<RenderSignal, number>> = {
  'empty body': 0.9,
  'framework root': 0.7,
  'noscript notice': 0.5,
  'few links': 0.4,
  'hidden text': 0.4,
  none: 0.2,
};
/** Weight of the prior in samples; also the largest weight of the host's other pages. */
const WEIGHT_OF_EXPECTED = 2;
const MOST_WEIGHT_OF_HOST = 4;
/** One-sided 90%. */
const Z = 1.2816;
/** Samples remembered: a changed site is noticed after about as many. */
const MOST_SAMPLES = 12;

export const NO_EVIDENCE: RenderEvidence = { samples: 0, gains: 0 };

/** The evidence with one more sample. */
export function withSample({ samples, gains }: RenderEvidence, gained: boolean): RenderEvidence {
  const fade = samples >= MOST_SAMPLES ? (MOST_SAMPLES - 1) / samples : 1;
  return { samples: samples * fade + 1, gains: gains * fade + (gained ? 1 : 0) };
}

/**
 * Whether to render pages of one shape, judged by their own samples and, with less weight, by those of the host's other
 * shapes.
 *
 * The bound is Wilson's score interval (Wilson 1927) over the samples, with the prior as pseudo-counts: decided once it
 * lies on one side of one half.
 */
export function renderVerdict(
  signal: RenderSignal,
  shape: RenderEvidence,
  othersOfHost: RenderEvidence,
): RenderVerdict {
  const expected = EXPECTED[signal];
  const host = (expected * WEIGHT_OF_EXPECTED + othersOfHost.gains) / (WEIGHT_OF_EXPECTED + othersOfHost.samples);
  const weight = Math.min(MOST_WEIGHT_OF_HOST, WEIGHT_OF_EXPECTED + othersOfHost.samples);
  const n = weight + shape.samples;
  const p = (host * weight + shape.gains) / n;
  const centre = p + (Z * Z) / (2 * n);
  const half = Z * Math.sqrt((p * (1 - p)) / n + (Z * Z) / (4 * n * n));
  const scale = 1 + (Z * Z) / n;
  if ((centre - half) / scale > 0.5) return 'render';
  return (centre + half) / scale < 0.5 ? 'plain' : 'unsure';
}

const MAX_SHAPE_CHARS = 200;
const MAX_SEGMENTS = 8;
/**
 * A path segment that names one page among many: digits, or letters with digits and signs as in ids, or a title as in
 * slugs.
 */
const IS_VARIABLE = /\d|%|^[^.]{25,}$|-.*-|_.*_/;
const EXTENSION = /\.[a-z]{1,5}\d?$/i;

/**
 * Shape of a canonical URL: its path without numbers, ids and titles, and the names of its query's parameters. Pages of
 * one shape usually share a template.
 */
export function urlShape(url: string): string {
  const target = pathOf(url);
  const [path = '/', query] = target.split('?', 2);
  const segments = path
    .split('/')
    .slice(1, MAX_SEGMENTS + 1)
    .map((segment) => {
      const extension = EXTENSION.exec(segment)?.[0] ?? '';
      return IS_VARIABLE.test(segment.slice(0, segment.length - extension.length)) ? `*${extension}` : segment;
    });
  const names =
    query === undefined
      ? ''
      : `?${[...new Set(query.split('&').map((pair) => pair.split('=', 1)[0]))].sort().join('&')}`;
  return `/${segments.join('/')}${names}`.slice(0, MAX_SHAPE_CHARS);
}
