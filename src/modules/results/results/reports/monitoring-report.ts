import type { MonitoringReportDto, MonitoringWindowDto } from '../dto/monitoring.dto.js';
import type { MonitoredSpan, WindowRow } from './monitoring.repository.js';

/** More windows than points of a curve are useless. */
const MAX_WINDOWS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Length of the windows in ms: as requested, or longer, so that there are not too many. */
export function windowLength({ from, to }: MonitoredSpan, windowMinutes: number): number {
  const span = from === null || to === null ? 0 : to.getTime() - from.getTime() + 1;
  return Math.max(windowMinutes * MINUTE_MS, Math.ceil(span / MAX_WINDOWS));
}

/**
 * The measures of Palotai et al., table 1. Only a further visit shows that a copy is obsolete, so the newest windows
 * look better than they are.
 */
export function monitoringReport(
  span: MonitoredSpan,
  rows: readonly WindowRow[],
  windowMs: number,
): MonitoringReportDto {
  const windows: MonitoringWindowDto[] = [];
  const byWindow = new Map(rows.map((row) => [row.window, row]));
  const sums = { downloaded: 0, sent: 0, relevant: 0, copies: 0, obsolete: 0, changedAt: 0 };
  const last = rows.at(-1)?.window ?? -1;
  for (let window = 0; window <= last; window++) {
    const row = byWindow.get(window) ?? { downloaded: 0, sent: 0, relevant: 0, copies: 0, obsolete: 0, changedAt: 0 };
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += row[name];
    const end = (window + 1) * windowMs;
    windows.push({
      from: new Date((span.from?.getTime() ?? 0) + window * windowMs),
      downloaded: row.downloaded,
      sent: row.sent,
      relevant: row.relevant,
      downloadEfficiency: ratio(row.relevant, row.downloaded),
      sentEfficiency: ratio(row.relevant, row.sent),
      freshness: ratio(sums.copies - sums.obsolete, sums.copies),
      // The sum of (end - changed) over the obsolete copies.
      ageHours: ratio((sums.obsolete * end - sums.changedAt) / HOUR_MS, sums.copies),
    });
  }
  return {
    windowMinutes: windowMs / MINUTE_MS,
    downloaded: sums.downloaded,
    sent: sums.sent,
    relevant: sums.relevant,
    foundUrls: span.foundUrls,
    downloadEfficiency: ratio(sums.relevant, sums.downloaded),
    sentEfficiency: ratio(sums.relevant, sums.sent),
    relativeFoundUrls: ratio(span.foundUrls, sums.downloaded),
    freshness: mean(windows.map(({ freshness }) => freshness)),
    ageHours: mean(windows.map(({ ageHours }) => ageHours)),
    windows,
  };
}
