import { z } from 'zod';
import type { Candidate, FrontierView } from '../frontier/frontier-view.js';
import { urlWords } from '../url/index.js';

export const LINK_TEXTS = ['anchor', 'anchor+url', 'context'] as const;
export type LinkText = (typeof LINK_TEXTS)[number];

/** The words of a link from which its probability is computed. */
export const linkTextSchema = z
  .enum(LINK_TEXTS)
  .default('anchor+url')
  .describe(
    'Words from which the probability of a link is taken. anchor: the anchor text; anchor+url: also the words of the URL; context: also the words and the heading around the link.',
  );

/** The text of a link for the relevance model. */
export function textOf(link: Candidate, kind: LinkText): string {
  switch (kind) {
    case 'anchor':
      return link.anchor;
    case 'anchor+url':
      return `${link.anchor} ${urlWords(link.url)}`;
    case 'context':
      return `${link.heading} ${link.before} ${link.anchor} ${link.after} ${urlWords(link.url)}`;
  }
}

/** The exponent of a link's probability when compared with a busy host: models are overconfident about short texts. */
const SHARPNESS = 4;

/** `FrontierView.reservation` of a candidate whose value is its link's probability. */
export function linkReservation(view: FrontierView, urlNo: number, probability: number): number {
  const reserved = view.reservation(urlNo, probability ** SHARPNESS);
  return reserved > 0 ? reserved ** (1 / SHARPNESS) : reserved;
}

/** Clamps a model's output to [0, 1]: NaN must not poison queues, trees and weights. */
export function probability(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}
