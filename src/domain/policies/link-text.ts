import { z } from 'zod';
import type { Candidate } from '../frontier/frontier-view.js';
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

/** A model's answer as a number in [0, 1]: a model that answers NaN must not poison queues, trees and weights. */
export function probability(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}
