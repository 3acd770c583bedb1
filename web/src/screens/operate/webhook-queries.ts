import { graphql, type ResultOf } from '../../api/graphql.js';

export const WEBHOOKS = graphql(`
  query Webhooks($after: String) {
    webhooks(first: 50, after: $after) {
      nodes {
        id
        url
        description
        types
        topicId
        sessionId
        enabled
        disabledReason
        failingSince
        createdAt
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!, $key: String!) {
    createWebhook(input: $input, idempotencyKey: $key) {
      secret
    }
  }
`);

export const UPDATE_WEBHOOK = graphql(`
  mutation UpdateWebhook($id: ID!, $input: UpdateWebhookInput!) {
    updateWebhook(id: $id, input: $input) {
      id
    }
  }
`);

export const DELETE_WEBHOOK = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(id: $id)
  }
`);

export const ROTATE_SECRET = graphql(`
  mutation RotateSecret($id: ID!) {
    rotateWebhookSecret(id: $id) {
      secret
    }
  }
`);

export const TEST_WEBHOOK = graphql(`
  mutation TestWebhook($id: ID!) {
    testWebhook(id: $id) {
      id
    }
  }
`);

export const MESSAGES = graphql(`
  query Messages($id: ID!, $after: String, $state: WebhookMessageState) {
    webhook(id: $id) {
      id
      url
      enabled
      messages(first: 25, after: $after, state: $state) {
        nodes {
          id
          type
          state
          attempts
          createdAt
          nextAttemptAt
          finishedAt
          body
          attemptLog {
            no
            at
            durationMs
            httpStatus
            outcome
            error
            excerpt
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const REPLAY = graphql(`
  mutation Replay($id: ID!, $webhookId: ID!) {
    replayWebhookMessage(id: $id, webhookId: $webhookId) {
      id
    }
  }
`);

export const REPLAY_ALL = graphql(`
  mutation ReplayAll($id: ID!, $since: DateTime!) {
    replayWebhookMessages(id: $id, input: { since: $since }) {
      replayed
    }
  }
`);

export type Webhook = ResultOf<typeof WEBHOOKS>['webhooks']['nodes'][number];
export type Message = ResultOf<typeof MESSAGES>['webhook']['messages']['nodes'][number];

export const EVENT_TYPES = [
  { type: 'PAGE_RELEVANT', means: 'a relevant page was found' },
  { type: 'PAGE_COLLECTED', means: 'a relevant page is new in a collection' },
  { type: 'DOMAIN_FOUND', means: 'a domain with relevant pages is new in a collection' },
  { type: 'SESSION_STATE_CHANGED', means: 'a session changed its state' },
  { type: 'SESSION_ENDED', means: 'a session ended' },
  { type: 'SESSION_SATURATED', means: 'a session found too little' },
  { type: 'MODEL_TRAINED', means: 'a model was trained, or failed' },
  { type: 'LABEL_WANTED', means: 'a label of a page would help' },
  { type: 'QUOTA_REACHED', means: 'a quota was used up' },
  { type: 'CHANGE_SEEN', means: 'a monitor saw a change' },
] as const;
export type EventType = (typeof EVENT_TYPES)[number]['type'];
