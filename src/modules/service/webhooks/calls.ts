import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createWebhook:
    'Register a webhook: a URL that receives the events of the project, as messages of the Standard Webhooks specification. The answer holds the secret that signs them, which is not shown again. Needs the scope admin',
  listWebhooks: 'The webhooks of the project, newest first, without their secrets',
  getWebhook: 'A webhook, without its secret',
  updateWebhook:
    'Change a webhook, or switch it on or off. Messages that wait when it is switched off are delivered when it is switched on again. Needs the scope admin',
  deleteWebhook: 'Delete a webhook with its messages. Needs the scope admin',
  rotateWebhookSecret:
    'Give a webhook a new secret. For a while messages are signed with the old one as well, so that the receiver can change over. Needs the scope admin',
  testWebhook: 'Send a message of the type `webhook.test`. Its attempts show the result. Needs the scope write',
  listWebhookMessages: 'Messages to a webhook, newest first',
  getWebhookMessage: 'A message to a webhook',
  listWebhookAttempts: 'The attempts to deliver a message, oldest first: the newest 50 of them',
  replayWebhookMessage:
    'Deliver a message once more, under the same id; one that waits for its next attempt is tried at once. Needs the scope write',
  replayWebhookMessages:
    'Deliver all messages again that were given up since a time: up to 1000, oldest first. Needs the scope write',
} as const;

export const Call = operationsOf(CALLS);
