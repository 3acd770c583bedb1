export { announce, type Announcement, MAX_EVENT_BYTES } from './announce.js';
export { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from './event-types.js';
