import fc from 'fast-check';
import type { SessionEventDto } from '../sessions/index.js';
import type { RelevantPageDto, SessionProgressDto } from './dto/stream.dto.js';
import { firstPart, itemsAfter, type News, type StreamItem } from './stream-items.js';
import { formatPosition, parsePosition, START, type StreamPosition } from './stream-position.js';

const page = (seq: number) => ({ seq }) as RelevantPageDto;
const event = (no: number, completed: number) => ({ no, completed }) as SessionEventDto;

const nameOf = (item: StreamItem): string =>
  item.kind === 'page' ? `page ${item.data.seq}` : item.kind === 'event' ? `event ${item.data.no}` : item.kind;

/** The news in a log of the given number of steps after a position, in parts like those of the repository. */
function newsOf(
  log: { steps: number; pages: readonly number[]; events: readonly (readonly [number, number])[] },
  after: StreamPosition,
  piece: number,
): News {
  const pages = log.pages.filter((seq) => seq > after.seq).slice(0, piece);
  const events = log.events.filter(([no]) => no > after.no).slice(0, piece);
  return {
    ...firstPart({
      pages: pages.map(page),
      events: events.map(([no, completed]) => event(no, completed)),
      piece,
      last: log.steps - 1,
      seq: after.seq,
      no: after.no,
    }),
    progress: {} as SessionProgressDto,
    progressKey: 'abcdef01',
    hasEnded: true,
  };
}

describe('the items of a stream', () => {
  it('come once each and in order, wherever a listener stops and goes on', () => {
    const logs = fc.record({
      steps: fc.integer({ min: 60, max: 80 }),
      pages: fc.uniqueArray(fc.nat(59), { maxLength: 40 }).map((seqs) => seqs.sort((a, b) => a - b)),
      events: fc
        .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 30 })
        .chain((nos) =>
          fc
            .array(fc.nat(60), { minLength: nos.length, maxLength: nos.length })
            .map((completed) => [...nos.sort((a, b) => a - b)].map((no, i) => [no, completed[i]] as const)),
        ),
    });
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(6), { minLength: 1 }), (log, piece, stops) => {
        let position = START;
        const heard: StreamItem[] = [];
        for (let turn = 0; turn < 1_000; turn++) {
          const { items, until } = itemsAfter(position, newsOf(log, position, piece));
          if (items.length === 0 && formatPosition(until) === formatPosition(position)) break;
          // The first listeners stop after some items, or receive none; then all of them continue to the end.
          const stop = turn < 200 ? stops[turn % stops.length] : Infinity;
          const part = items.slice(0, stop);
          heard.push(...part);
          const last = part.at(-1);
          if (part.length === items.length) position = until;
          else if (last !== undefined) position = parsePosition(last.position) ?? START;
        }
        const seqs = heard.flatMap((item) => (item.kind === 'page' ? [item.data.seq] : []));
        const nos = heard.flatMap((item) => (item.kind === 'event' ? [item.data.no] : []));
        expect(seqs).toEqual(log.pages);
        expect(nos).toEqual(log.events.map(([no]) => no));
        expect(heard.filter(({ kind }) => kind === 'progress')).toHaveLength(1);
      }),
    );
  });

  it('come in the same order in pieces of any size', () => {
    const sorted = (most: number, length: number) =>
      fc.array(fc.nat(most), { maxLength: length }).map((values) => values.sort((a, b) => a - b));
    fc.assert(
      fc.property(sorted(59, 40), sorted(60, 30), fc.integer({ min: 1, max: 9 }), (seqs, completed, piece) => {
        const log = {
          steps: 60,
          pages: [...new Set(seqs)],
          events: completed.map((steps, i) => [i + 1, steps] as const),
        };
        const told: string[] = [];
        let position = START;
        for (let isWhole = false; !isWhole;) {
          const news = newsOf(log, position, piece);
          const { items, until } = itemsAfter(position, news);
          told.push(...items.map(nameOf));
          position = until;
          ({ isWhole } = news);
        }
        expect(told).toEqual(itemsAfter(START, newsOf(log, START, 1_000)).items.map(nameOf));
      }),
    );
  });

  it('begin again when a session that reached nothing begins again', () => {
    const log = { steps: 5, pages: [], events: [] };
    const news = { ...newsOf(log, START, 10), until: { seq: -1, no: 4 } };
    expect(itemsAfter({ seq: 7, no: 4, progress: '' }, news).until).toEqual({ seq: -1, no: 4, progress: 'abcdef01' });
  });

  it.each([
    '',
    'x',
    '1.2',
    '1.2.',
    '-1.0.',
    '1204.87.5f3c9a01',
    '-2.0.',
    '1.-1.',
    '99999999999.1.',
    '4294967296.1.',
    '1.2.xyz',
  ])('has %j as a position, or not', (text) => {
    const position = parsePosition(text);
    if (['1.2.', '-1.0.', '1204.87.5f3c9a01'].includes(text)) expect(position && formatPosition(position)).toBe(text);
    else expect(position).toBeNull();
  });
});
