import { monitoringReport, windowLength } from './monitoring-report.js';
import type { MonitoredSpan, WindowRow } from './monitoring.repository.js';

const HOUR = 3_600_000;
const span = (hours: number): MonitoredSpan => ({ from: new Date(0), to: new Date(hours * HOUR), foundUrls: 30 });
const NOTHING: WindowRow = { window: 0, downloaded: 0, sent: 0, relevant: 0, copies: 0, obsolete: 0, changedAt: 0 };

describe('the report of a monitoring session', () => {
  it('has the measures of table 1 in windows and over all', () => {
    const report = monitoringReport(
      span(9),
      [
        // One of the four changed an hour before the end of the first window, and was updated in the third.
        { ...NOTHING, downloaded: 10, sent: 4, relevant: 4, copies: 4, obsolete: 1, changedAt: 2 * HOUR },
        { ...NOTHING, window: 2, downloaded: 5, sent: 4, relevant: 1, obsolete: -1, changedAt: -2 * HOUR },
      ],
      3 * HOUR,
    );
    expect(report).toMatchObject({
      windowMinutes: 180,
      downloaded: 15,
      sent: 8,
      relevant: 5,
      foundUrls: 30,
      relativeFoundUrls: 2,
      sentEfficiency: 5 / 8,
    });
    expect(report.windows.map(({ downloaded, downloadEfficiency }) => [downloaded, downloadEfficiency])).toEqual([
      [10, 0.4],
      [0, null],
      [5, 0.2],
    ]);
    // Obsolete since hour 2: an hour old at hour 3, four at hour 6, current at hour 9; three of four copies are
    // current.
    expect(report.windows.map(({ freshness, ageHours }) => [freshness, ageHours])).toEqual([
      [0.75, 0.25],
      [0.75, 1],
      [1, 0],
    ]);
    expect(report.freshness).toBeCloseTo(2.5 / 3, 9);
    expect(report.ageHours).toBeCloseTo(1.25 / 3, 9);
  });

  it('is empty for a session without pages', () => {
    expect(monitoringReport({ from: null, to: null, foundUrls: 3 }, [], 1_000)).toMatchObject({
      downloaded: 0,
      downloadEfficiency: null,
      relativeFoundUrls: null,
      freshness: null,
      windows: [],
    });
  });

  it('lengthens windows of which there would be more than a thousand', () => {
    expect(windowLength(span(9), 180)).toBe(3 * HOUR);
    const length = windowLength(span(24_000), 60);
    expect((24_000 * HOUR) / length).toBeLessThanOrEqual(1_000);
    expect(length).toBeLessThan(25 * HOUR);
    expect(windowLength({ from: null, to: null, foundUrls: 0 }, 1)).toBe(60_000);
  });
});
