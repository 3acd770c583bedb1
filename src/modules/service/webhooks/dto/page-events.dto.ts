import { Float, ID, Int } from '@nestjs/graphql';
import { ApiField, EventData } from '../../../../platform/api/index.js';
import { EVENT_TYPES } from '../../../../platform/outbox/index.js';
import { TEST_TYPE } from '../webhook.js';

/**
 * `data` of the messages about pages and models, as functions of the database write them, and of test messages. REST
 * alone documents them.
 */

const rest = { only: 'rest' } as const;
const nullable = { only: 'rest', nullable: true } as const;
const SESSION = {
  sessionId: '0190f4c8-7c1e-7000-8000-3f2504e04f89',
  topicId: '0190f4c8-7c1e-7000-8000-3f2504e04f90',
};
const PAGE = { seq: 17, step: 20, url: 'https://cheese.example/brie', domain: 'cheese.example', title: 'Brie' };
const MOMENT = '2026-11-01T09:54:33.123Z';

class EventPage {
  @ApiField(Int, { ...rest, description: 'Number of the page in the order of the log' })
  seq: number;

  @ApiField(Int, { ...rest, description: 'Number of the step that fetched it' })
  step: number;

  @ApiField(String, { ...rest, description: 'The URL after redirects' })
  url: string;

  @ApiField(String, rest)
  domain: string;

  @ApiField(String, { ...nullable, description: 'The first 300 characters of the title', example: 'Brie' })
  title: string | null;

  @ApiField(Float, { ...rest, description: 'The judgement of the model: probability that the page is relevant' })
  probability: number;
}

class RelevantPageOfEvent extends EventPage {
  @ApiField(Int, { ...rest, description: 'Links from the seed' })
  depth: number;

  @ApiField(Date, rest)
  fetchedAt: Date | string;
}

class WantedLabelOfEvent extends EventPage {
  @ApiField(Float, { ...rest, description: 'Distance of the probability from the threshold of the model' })
  margin: number;
}

@EventData('page.relevant', {
  summary: EVENT_TYPES['page.relevant'],
  example: { ...SESSION, pages: [{ ...PAGE, probability: 0.93, depth: 2, fetchedAt: MOMENT }] },
})
export class PageRelevantEvent {
  @ApiField(ID, rest)
  sessionId: string;

  @ApiField(ID, rest)
  topicId: string;

  @ApiField([RelevantPageOfEvent], { ...rest, description: 'From 1 to 50 pages, oldest first' })
  pages: RelevantPageOfEvent[];
}

@EventData('label.wanted', {
  summary: EVENT_TYPES['label.wanted'],
  example: { ...SESSION, pages: [{ ...PAGE, probability: 0.52, margin: 0.02 }] },
})
export class LabelWantedEvent {
  @ApiField(ID, rest)
  sessionId: string;

  @ApiField(ID, rest)
  topicId: string;

  @ApiField([WantedLabelOfEvent], { ...rest, description: 'From 1 to 10 pages, the least certain first' })
  pages: WantedLabelOfEvent[];
}

@EventData('model.trained', {
  summary: EVENT_TYPES['model.trained'],
  example: {
    ...{ modelId: SESSION.sessionId, topicId: SESSION.topicId },
    ...{ version: 3, kind: 'linear', threshold: 0.5, trainedAt: MOMENT },
  },
})
export class ModelTrainedEvent {
  @ApiField(ID, rest)
  modelId: string;

  @ApiField(ID, rest)
  topicId: string;

  @ApiField(Int, { ...rest, description: 'Version of the model in its topic' })
  version: number;

  @ApiField(String, { ...rest, description: 'Kind of the relevance model', example: 'linear' })
  kind: string;

  @ApiField(Float, { ...rest, description: 'Probability from which a page is relevant' })
  threshold: number;

  @ApiField(Date, rest)
  trainedAt: Date | string;
}

@EventData(TEST_TYPE, {
  summary: 'A message that `POST /v1/webhooks/{webhookId}/test` asked for',
  example: { webhookId: SESSION.sessionId },
})
export class WebhookTestEvent {
  @ApiField(ID, rest)
  webhookId: string;
}
