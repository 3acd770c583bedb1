export { announce } from './announce.js';
export { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from './event-types.js';
