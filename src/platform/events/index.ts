import type { AppConfig } from '../config/index.js';
import { DatabaseEvents, type Events } from '../database/index.js';
import { NatsEvents } from './nats-events.js';

export { NatsEvents } from './nats-events.js';

/** The events of a process: over NATS if configured, otherwise over the database alone. */
export function eventsOf(config: AppConfig, databaseUrl: string): Events {
  const database = new DatabaseEvents(databaseUrl);
  return config.NATS_URL === undefined ? database : new NatsEvents(database, config);
}
