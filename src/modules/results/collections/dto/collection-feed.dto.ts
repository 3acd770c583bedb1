import { enumOf, QueryField } from '../../../../platform/api/index.js';
import { MAX_TAG_CHARS } from '../remarks.js';

const FEED_SUBJECTS = ['pages', 'domains'] as const;
type FeedSubject = (typeof FEED_SUBJECTS)[number];

/** Filters of a feed. Readers cannot page through lists: they get the newest items. */
export class CollectionFeedArgs {
  @QueryField(enumOf(FEED_SUBJECTS), { only: 'rest', description: 'Items of the feed', default: 'pages' })
  what: FeedSubject = 'pages';

  @QueryField(Boolean, {
    only: 'rest',
    description: 'false: also pages that are not relevant, and domains without relevant pages',
    default: true,
  })
  relevantOnly: boolean = true;

  @QueryField(Boolean, {
    only: 'rest',
    description: "Whether it is of a domain of the topic's seeds",
    optional: true,
  })
  seedDomain?: boolean | null;

  @QueryField(String, {
    only: 'rest',
    description: 'Words of pages, or a part of the name of domains',
    optional: true,
    maxLength: 253,
  })
  search?: string | null;

  @QueryField(String, { only: 'rest', description: 'Tagged with this', optional: true, maxLength: MAX_TAG_CHARS })
  tag?: string | null;
}
