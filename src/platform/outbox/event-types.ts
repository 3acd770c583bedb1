/**
 * Event types of webhooks with their meaning. The names follow the recommendations of the Standard Webhooks
 * specification.
 */
export const EVENT_TYPES = {
  'session.ended': 'A session is completed, stopped or failed',
  'session.state_changed': 'A session changed its state',
  'session.saturated': 'The saturation rule of a session held',
  'page.relevant': 'Relevant pages of a session, some at a time',
  'label.wanted': 'Pages of a session about which its model is not certain: labels of them would help most',
  'model.trained': 'A model is ready',
  'page.collected': 'Relevant pages are new in the collection of a topic, some at a time',
  'domain.found': 'Domains have their first relevant pages in the collection of a topic, some at a time',
  'change.seen': 'A monitor saw pages that are new, changed, gone or back',
  'quota.reached': 'A session paused because a quota of its project was reached',
} as const;

export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as readonly EventType[];
