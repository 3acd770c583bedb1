export { checkpointOf } from './checkpoint.js';
export { CrawlLoop, type CrawlLoopOptions, type RunEnd } from './crawl-loop.js';
export * from './crawl-store.js';
export { askAhead } from './judged-anew.js';
export { inPieces } from './in-pieces.js';
export { MemoryStore } from './memory-store.js';
export * from './ports.js';
export { relearnCrawl, type Rejudged } from './relearn-crawl.js';
export { restoreCrawl } from './restore-crawl.js';
