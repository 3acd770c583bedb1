export { CrawlingModule } from './crawling.module.js';
export { CrawlWorker } from './crawl-worker.js';
