import { pathOf } from '../url/index.js';
import type { RenderSignal } from './render-signals.js';

/** Pages rendered to find out, and how many of them gained by it. Old samples fade, so both may be fractions. */
export interface RenderEvidence {
  readonly samples: number;
  readonly gains: number;
}

export type RenderVerdict = 'render' | 'plain' | 'unsure';

/** Share of pages that gain, expected where nothing is known of the host. The first pages correct it. */
const EXPECTED: Readonly<Record<RenderSignal, number>> = {
  'empty body': 0.9,
  'framework root': 0.7,
  'noscript notice': 0.5,
  'few links': 0.4,
  'hidden text': 0.4,
  none: 0.2,
};
/** How many samples the expectation counts for, and what is known of the host's other pages at most. */
const WEIGHT_OF_EXPECTED = 2;
const MOST_WEIGHT_OF_HOST = 4;
/** One-sided 90%. */
const Z = 1.2816;
/** Samples remembered: a site that changed is noticed after about as many. */
const MOST_SAMPLES = 12;

export const NO_EVIDENCE: RenderEvidence = { samples: 0, gains: 0 };

/** The evidence with one more sample. */
export function withSample({ samples, gains }: RenderEvidence, gained: boolean): RenderEvidence {
  const fade = samples >= MOST_SAMPLES ? (MOST_SAMPLES - 1) / samples : 1;
  return { samples: samples * fade + 1, gains: gains * fade + (gained ? 1 : 0) };
}

/**
 * Whether pages of one shape are to be rendered, from their own samples and, with less weight, those of the host's other shapes.
 *
 * The bound is Wilson's score interval (Wilson 1927) over samples that the expectation is added to as pseudo-counts: decided once it lies on one
 * side of one half.
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
/** A name of one page among many: digits, or letters with digits and signs as in ids, or a title as in slugs. */
const IS_VARIABLE = /\d|%|^[^.]{25,}$|-.*-|_.*_/;
const EXTENSION = /\.[a-z]{1,5}\d?$/i;

/**
 * Shape of a canonical URL: its path with numbers, ids and titles left out, and the names of its query's parameters. Pages of one shape are, as a rule, made by
 * one template.
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
