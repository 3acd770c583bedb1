export {
  type Feed,
  FEED_FORMATS,
  FEED_ITEMS,
  FEED_TYPES,
  feedDocument,
  type FeedFormat,
  type FeedItem,
} from './feed-document.js';
export { element, type Element, markupOf, xmlDocument, xmlLines } from './xml.js';
