import { start } from './platform/start/index.js';

start(async (life) => (await import('./run-member.js')).runMember('fetcher', life));
