import cliProgress from 'cli-progress';
import type { SessionBody } from './service-bodies.js';

/** What a command shows. Progress and remarks go to standard error, results to standard output, so that results can be piped. */
export interface Screen {
  /** A remark on what happens now. */
  note(text: string): void;
  /** A line of the result. */
  line(text?: string): void;
  /** A bar on a terminal; elsewhere a line each tenth of the way. */
  progress(label: string, total: number): SessionProgress;
  /** The same for work of which only the share that is done is known. */
  share(label: string): ShareProgress;
}
export interface SessionProgress {
  update(session: SessionBody): void;
  end(): void;
}
export interface ShareProgress {
  /** @param done from 0 to 1 */
  update(done: number): void;
  end(): void;
}

const percent = (rate: number | null): string => (rate === null ? '-' : `${(rate * 100).toFixed(1)}%`);

/** The harvest rate of the last pages with its bounds, and how near a saturation rule is to ending the session. */
export function harvestNow({ harvestEstimate: now }: Pick<SessionBody, 'harvestEstimate'>): string {
  if (now === null) return '-';
  const near =
    now.poorPages === null || now.minHarvestRate === null
      ? ''
      : `; below ${percent(now.minHarvestRate)} for ${now.poorPages} of ${now.window} pages`;
  return `${percent(now.rate)} (${percent(now.lower)} to ${percent(now.upper)}${near})`;
}

export function createScreen(quiet = false): Screen {
  const note = (text: string): void => {
    if (!quiet) process.stderr.write(`${text}\n`);
  };
  return {
    note,
    line: (text = '') => process.stdout.write(`${text}\n`),
    progress: (label, total) => {
      if (quiet) return { update: () => undefined, end: () => undefined };
      return process.stderr.isTTY ? bar(label, total) : plain(label, total, note);
    },
    share: (label) => {
      if (quiet) return { update: () => undefined, end: () => undefined };
      return process.stderr.isTTY ? shareBar(label) : plainShare(label, note);
    },
  };
}

function bar(label: string, total: number): SessionProgress {
  const shown = new cliProgress.SingleBar(
    {
      format: `${label.padEnd(14)} [{bar}] {value}/{total} pages  {rate} relevant, {now} now  {domains} domains  {speed}/s`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: false,
    },
    cliProgress.Presets.rect,
  );
  shown.start(total, 0, { rate: '-', now: '-', domains: 0, speed: '-' });
  return {
    update: (session) =>
      shown.update(Math.min(total, session.fetched + session.failed), {
        rate: percent(session.harvestRate),
        now: harvestNow(session),
        domains: session.relevantDomainCount,
        speed: session.pagesPerSecond.toFixed(0),
      }),
    end: () => shown.stop(),
  };
}

function plain(label: string, total: number, note: (text: string) => void): SessionProgress {
  let tenths = 0;
  return {
    update: (session) => {
      const done = session.fetched + session.failed;
      const reached = Math.floor((done * 10) / total);
      if (reached <= tenths) return;
      tenths = reached;
      note(
        `${label}: ${done} of ${total} pages, ${percent(session.harvestRate)} relevant, ${harvestNow(session)} now, ${session.relevantDomainCount} relevant domains`,
      );
    },
    end: () => undefined,
  };
}

function shareBar(label: string): ShareProgress {
  const shown = new cliProgress.SingleBar(
    { format: `${label} [{bar}] {percentage}%`, stream: process.stderr, hideCursor: true, clearOnComplete: false },
    cliProgress.Presets.rect,
  );
  shown.start(1, 0);
  return { update: (done) => shown.update(done), end: () => shown.stop() };
}

function plainShare(label: string, note: (text: string) => void): ShareProgress {
  let tenths = 0;
  return {
    update: (done) => {
      const reached = Math.floor(done * 10);
      if (reached <= tenths) return;
      tenths = reached;
      note(`${label}: ${tenths * 10}%`);
    },
    end: () => undefined,
  };
}

/** Rows as columns: the first left-aligned, the others right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const text = (row: readonly string[]): string =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd();
  return [text(rows[0]), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.slice(1).map(text)].join('\n');
}

export { percent };
