import { z } from 'zod';
import type { Candidate, FrontierView } from '../frontier/frontier-view.js';
import { urlWords } from '../url/index.js';

export const LINK_TEXTS = ['anchor', 'anchor+url', 'context'] as const;
export type LinkText = (typeof LINK_TEXTS)[number];

/** Which words of a link its probability is taken from. */
export const linkTextSchema = z
  .enum(LINK_TEXTS)
  .default('anchor+url')
  .describe(
    'Words from which the probability of a link is taken. anchor: the anchor text; anchor+url: also the words of the URL; context: also the words and the heading around the link.',
  );

/** The text of a link that the relevance model judges. */
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

/** The power with which a probability taken from the few words of a link counts beside a busy host: models are surer of such texts than they should be. */
const SHARPNESS = 4;

/** `FrontierView.reservation` of a candidate whose value is the probability of its link. */
export function linkReservation(view: FrontierView, urlNo: number, probability: number): number {
  const reserved = view.reservation(urlNo, probability ** SHARPNESS);
  return reserved > 0 ? reserved ** (1 / SHARPNESS) : reserved;
}

/** A model's answer as a number in [0, 1]: a model that answers NaN must not poison queues, trees and weights. */
export function probability(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}
