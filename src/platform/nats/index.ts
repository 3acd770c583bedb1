export { connectNats, inboxPrefixOf, NATS_ANSWER_MS, natsOptions, type NatsOptions } from './connect-nats.js';
