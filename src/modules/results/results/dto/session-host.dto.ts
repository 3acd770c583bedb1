import { Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, Page } from '../../../../platform/api/index.js';

/** In the order of the list. */
export const SESSION_HOST_STATES = [
  'robots-unreachable',
  'circuit-open',
  'retry-after',
  'delay',
  'held',
  'given-up',
  'domain-cap',
  'robots-denied',
] as const;
export type SessionHostState = (typeof SESSION_HOST_STATES)[number];
const SessionHostStateEnum = enumOf(SESSION_HOST_STATES);
registerEnumType(SessionHostStateEnum, {
  name: 'SessionHostState',
  description:
    'Why a host is not fetched from now. robots unreachable: its robots.txt could not be fetched, which forbids everything for now. circuit open: it failed too often in a row and is left alone for a while. retry after: it asked to be left alone. delay: its next turn is far away. held: it brings nothing but refusals, challenges, login pages, soft 404s or the same list, so that its candidates wait. given up: the session asks it no more. domain cap: the domain has its MAX of pages. robots denied: robots.txt forbids some of its URLs; others may be fetched',
});

/** Limit for counting a host's untried URLs. */
export const MOST_CANDIDATES = 1_000;

@ObjectType('SessionHost', { description: 'A host that a session may not fetch from now, or only in part, and why' })
export class SessionHostDto {
  @ApiField(String, {
    description: 'The host; the domain where the state is domain-cap',
    example: 'www.example.org',
  })
  name: string;

  @ApiField(SessionHostStateEnum)
  state: SessionHostState;

  @ApiField(Date, { description: 'Until when the session leaves it alone; null where no time is set', nullable: true })
  waitingUntil: Date | null;

  @ApiField(String, {
    description:
      'Answer of the host for which it waits, or the cause of its failure; null if only its pace makes it wait',
    nullable: true,
  })
  reason: string | null;

  @ApiField(Int, { description: 'Number of its domain within the session', nullable: true })
  domainNo: number | null;

  @ApiField(String, { description: 'Name of its domain', nullable: true })
  domainName: string | null;

  @ApiField(Int, {
    description:
      'How many URLs this holds up: those that were put off or failed for now. held: fetches in a row that had brought nothing when it was held. given up: failures in a row. domain cap: pages that were fetched. robots denied: URLs that were refused',
  })
  count: number;

  @ApiField(Int, {
    description: `How many URLs of the host are known, in scope and not tried yet: at most ${MOST_CANDIDATES} are counted. Null where the state is domain-cap`,
    nullable: true,
  })
  candidates: number | null;

  @ApiField(Int, {
    description: 'The delay between two fetches that its answers call for, in ms; null where they call for none',
    nullable: true,
  })
  adaptiveDelayMs: number | null;

  @ApiField(Int, { description: 'Crawl-delay of its robots.txt, in ms; null where it asks for none', nullable: true })
  crawlDelayMs: number | null;

  @ApiField(Int, { description: 'Failures in a row, over all sessions of the service' })
  failuresInRow: number;
}

export class SessionHostPage extends Page(SessionHostDto) {}

@ObjectType()
export class SessionHostConnection extends Connection(SessionHostDto, 'SessionHost') {}
