import type { SpiderToPick } from '../../parts/pick-sources.js';

/** The kind of spiders that a policy takes. */
export const SPIDER_KINDS: Readonly<Record<string, SpiderToPick['kind']>> = {
  prospector: 'LINK_VALUES',
  'nb-immediate': 'LINKS',
  'nb-future': 'LINKS',
  'forager-hybrid': 'PAGE_CLASSES',
  'forager-td': 'PAGE_CLASSES',
  'forager-weblog': 'PAGE_CLASSES',
};
