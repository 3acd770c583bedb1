export {
  connectNats,
  inboxPrefixOf,
  NATS_ANSWER_MS,
  natsOptions,
  type NatsOptions,
  type NatsRole,
} from './connect-nats.js';
