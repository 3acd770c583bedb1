import { ID, Int } from '@nestjs/graphql';
import { ApiField, enumOf, EventData } from '../../../../platform/api/index.js';
import { EVENT_TYPES } from '../../../../platform/outbox/index.js';
import { CHANGE_KINDS, type ChangeKind } from '../monitor.js';

/** `data` of the messages of monitors. REST alone documents it. */

const rest = { only: 'rest' } as const;
const nullable = { only: 'rest', nullable: true } as const;

class ChangeOfEvent {
  @ApiField(ID, rest)
  id: string;

  @ApiField(enumOf(CHANGE_KINDS), rest)
  kind: ChangeKind;

  @ApiField(String, rest)
  url: string;

  @ApiField(String, { ...nullable, description: 'The title after the change, or else before it', example: 'Brie' })
  title: string | null;

  @ApiField(Date, rest)
  seenAt: Date | string;

  @ApiField(Int, rest)
  linesAdded: number;

  @ApiField(Int, rest)
  linesRemoved: number;

  @ApiField(String, {
    ...nullable,
    description: 'The beginning of the difference of the texts',
    example: '-Brie is a soft cheese.\n+Brie is a soft cheese of cow milk.\n',
  })
  difference: string | null;
}

@EventData('change.seen', {
  summary: EVENT_TYPES['change.seen'],
  example: {
    topicId: '0190f4c8-7c1e-7000-8000-3f2504e04f90',
    monitorId: '0190f4c8-7c1e-7000-8000-3f2504e04f91',
    runId: '0190f4c8-7c1e-7000-8000-3f2504e04f92',
    sessionId: '0190f4c8-7c1e-7000-8000-3f2504e04f89',
    watchedSessionId: null,
    changes: [
      {
        id: '0190f4c8-7c1e-7000-8000-3f2504e04f93',
        kind: 'CHANGED',
        url: 'https://cheese.example/brie',
        title: 'Brie',
        seenAt: '2026-11-01T09:54:33.123Z',
        linesAdded: 1,
        linesRemoved: 1,
        difference: '-Brie is a soft cheese.\n+Brie is a soft cheese of cow milk.\n',
      },
    ],
  },
})
export class ChangeSeenEvent {
  @ApiField(ID, rest)
  topicId: string;

  @ApiField(ID, rest)
  monitorId: string;

  @ApiField(ID, rest)
  runId: string;

  @ApiField(ID, { ...nullable, description: 'The session of the run' })
  sessionId: string | null;

  @ApiField(ID, { ...nullable, description: 'The session whose pages the monitor began with' })
  watchedSessionId: string | null;

  @ApiField([ChangeOfEvent], { ...rest, description: 'From 1 to 10 changes' })
  changes: ChangeOfEvent[];
}
