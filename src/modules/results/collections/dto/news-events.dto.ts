import { Float, ID, Int } from '@nestjs/graphql';
import { ApiField, EventData } from '../../../../platform/api/index.js';
import { EVENT_TYPES } from '../../../../platform/outbox/index.js';
import { KEY } from './collected-page.dto.js';

/** `data` of the messages about collections, as functions of the database write them. REST alone documents them. */

const rest = { only: 'rest' } as const;
const nullable = { only: 'rest', nullable: true } as const;
const TOPIC = '0190f4c8-7c1e-7000-8000-3f2504e04f90';
const MOMENT = '2026-11-01T09:54:33.123Z';

class CollectedPageOfEvent {
  @ApiField(String, { ...rest, description: 'Names the page within the topic', example: KEY })
  key: string;

  @ApiField(String, { ...rest, description: 'The canonical URL after redirects' })
  url: string;

  @ApiField(String, { ...rest, description: 'Registrable domain' })
  domain: string;

  @ApiField(String, { ...nullable, description: 'The first 300 characters of the title', example: 'Brie' })
  title: string | null;

  @ApiField(String, { ...nullable, description: 'Language of the text, ISO 639-1', example: 'en' })
  language: string | null;

  @ApiField(Float, { ...rest, description: 'Probability of relevance when it was judged last' })
  probability: number;

  @ApiField(Date, rest)
  firstFoundAt: Date | string;
}

class FoundDomainOfEvent {
  @ApiField(String, { ...rest, description: 'Registrable domain' })
  name: string;

  @ApiField(Int, { ...rest, description: 'Pages in the collection, when the message was written' })
  pages: number;

  @ApiField(Int, { ...rest, description: 'Relevant ones among them' })
  relevant: number;

  @ApiField(Date, { ...rest, description: 'When its first relevant page was found' })
  firstFoundAt: Date | string;
}

@EventData('page.collected', {
  summary: EVENT_TYPES['page.collected'],
  example: {
    topicId: TOPIC,
    pages: [
      {
        ...{ key: KEY, url: 'https://cheese.example/brie', domain: 'cheese.example', title: 'Brie' },
        ...{ language: 'en', probability: 0.93, firstFoundAt: MOMENT },
      },
    ],
  },
})
export class PageCollectedEvent {
  @ApiField(ID, rest)
  topicId: string;

  @ApiField([CollectedPageOfEvent], { ...rest, description: 'From 1 to 50 pages' })
  pages: CollectedPageOfEvent[];
}

@EventData('domain.found', {
  summary: EVENT_TYPES['domain.found'],
  example: { topicId: TOPIC, domains: [{ name: 'cheese.example', pages: 3, relevant: 2, firstFoundAt: MOMENT }] },
})
export class DomainFoundEvent {
  @ApiField(ID, rest)
  topicId: string;

  @ApiField([FoundDomainOfEvent], { ...rest, description: 'From 1 to 50 domains' })
  domains: FoundDomainOfEvent[];
}
