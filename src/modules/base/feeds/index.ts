export { FEED_FORMATS, FEED_ITEMS, FEED_TYPES, feedDocument, type FeedFormat, type FeedItem } from './feed-document.js';
export { element, markupOf, xmlLines } from './xml.js';
