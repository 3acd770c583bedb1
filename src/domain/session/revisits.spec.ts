import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { isFresh, monitoringSchema } from './monitoring-config.js';
import { Revisits, type SessionTime, type Visit } from './revisits.js';

const visit = (urlNo: number, contentHash: string | null = 'a'): Visit => ({
  urlNo,
  url: `http://a.example/${urlNo}`,
  title: `Page ${urlNo}`,
  source: -1,
  contentHash,
});
const at = (completed: number, activeMs = 0): SessionTime => ({ completed, activeMs });
const bySteps = (): Revisits => new Revisits(monitoringSchema.parse({ revisitAfterSteps: 10 }));
const due = (revisits: Revisits, time: SessionTime): number[] => revisits.takeDue(time).map(({ urlNo }) => urlNo);

describe('Revisits', () => {
  it('gives pages back once they are old enough, and once for each visit', () => {
    const revisits = bySteps();
    revisits.visited(visit(1), at(1));
    revisits.visited(visit(2), at(3));
    expect(due(revisits, at(10))).toEqual([]);
    expect(due(revisits, at(12))).toEqual([1]);
    expect(due(revisits, at(13))).toEqual([2]);
    expect(due(revisits, at(99))).toEqual([]);
    revisits.begin(1);
    revisits.visited(visit(1), at(20));
    expect(due(revisits, at(29))).toEqual([]);
    expect(due(revisits, at(30))).toEqual([1]);
  });

  it('goes by running time where minutes are said', () => {
    const revisits = new Revisits(monitoringSchema.parse({ revisitAfterMinutes: 2 }));
    revisits.visited(visit(1), at(1, 1_000));
    expect(revisits.notBefore(1)).toBe(121_000);
    expect(due(revisits, at(900, 120_999))).toEqual([]);
    expect(due(revisits, at(2, 121_000))).toEqual([1]);
  });

  it('knows the next page that may be asked, and forgets its turn once it is fetched before', () => {
    const revisits = bySteps();
    for (const urlNo of [1, 2, 3]) revisits.visited(visit(urlNo), at(urlNo));
    const next = revisits.next((urlNo) => urlNo !== 1, 100);
    expect(next).toMatchObject({ urlNo: 2, url: 'http://a.example/2', title: 'Page 2' });
    expect(revisits.next(() => false, 100)).toBeNull();
    revisits.begin(2);
    revisits.visited(visit(2), at(5));
    expect(due(revisits, at(13))).toEqual([1, 3]);
    expect(due(revisits, at(15))).toEqual([2]);
  });

  it('reports the change of a page since its last visit', () => {
    const revisits = bySteps();
    expect(revisits.changeOf(1, 'a')).toBeNull();
    revisits.visited(visit(1), at(1));
    expect([revisits.changeOf(1, 'a'), revisits.changeOf(1, 'b'), revisits.changeOf(1, null)]).toEqual([
      'unchanged',
      'changed',
      'changed',
    ]);
    revisits.visited(visit(1, 'b'), at(2));
    expect(revisits.changeOf(1, 'a')).toBe('changed');
  });

  it('tries a page again that failed, and none that was never there', () => {
    const revisits = bySteps();
    revisits.visited(visit(1), at(1));
    revisits.begin(1);
    revisits.failed(1, at(4));
    revisits.failed(7, at(4));
    expect(due(revisits, at(13))).toEqual([]);
    expect(due(revisits, at(14))).toEqual([1]);
    expect(revisits.isMonitored(7)).toBe(false);
  });

  it('gives back no more than a hundred pages at once', () => {
    const revisits = bySteps();
    for (let urlNo = 0; urlNo < 250; urlNo++) revisits.visited(visit(urlNo), at(1));
    expect([due(revisits, at(11)).length, due(revisits, at(12)).length, due(revisits, at(13)).length]).toEqual([
      100, 100, 50,
    ]);
  });

  it('goes on alike after it was saved', () => {
    const revisits = bySteps();
    for (let urlNo = 0; urlNo < 9; urlNo++) revisits.visited(visit(urlNo, urlNo % 2 === 0 ? null : 'a'), at(urlNo));
    revisits.takeDue(at(12));
    revisits.begin(5);
    const other = bySteps();
    other.restore(decodeSnapshot(encodeSnapshot(revisits.save())));
    for (const each of [revisits, other]) each.visited(visit(1), at(13));
    expect(due(other, at(30))).toEqual(due(revisits, at(30)));
    expect(other.changeOf(3, 'b')).toBe('changed');
    expect(other.save()).toEqual(decodeSnapshot(encodeSnapshot(revisits.save())));
  });
});

describe('isFresh', () => {
  const config = monitoringSchema.parse({ revisitAfterSteps: 1, freshHours: 24 });
  const now = Date.UTC(2026, 0, 2, 12);

  it.each([
    ['Thu, 01 Jan 2026 12:00:00 GMT', true],
    ['Thu, 01 Jan 2026 11:59:59 GMT', false],
    ['Fri, 09 Jan 2026 12:00:00 GMT', true],
    ['yesterday', true],
    [null, true],
  ])('Last-Modified %s', (lastModified, fresh) => {
    expect(isFresh(now, lastModified, config)).toBe(fresh);
  });
});
