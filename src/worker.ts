import { start } from './platform/start/index.js';

start(async (life) => (await import('./run-worker.js')).runWorker(life));
