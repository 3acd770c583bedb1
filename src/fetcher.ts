import { runMember } from './fleet-member.js';

await runMember('fetcher');
