import cliProgress from 'cli-progress';
import Table from 'cli-table3';
import type { Session, SessionProgress as SessionNow } from '#client';
import { harmless, jsonText, oneLine, terminal } from './terminal.js';

/**
 * The output of a command, with control characters from the web made harmless. Progress and remarks go to standard
 * error, results to standard output, so that results can be piped.
 */
export interface Screen {
  /** A remark about the current work. */
  note(text: string): void;
  /** A line of the result. */
  line(text?: string): void;
  /** A result for programs. */
  json(value: unknown): void;
  /**
   * A progress bar on a terminal; elsewhere a line for each tenth.
   *
   * @param total fetches that the session may make; undefined if other limits end it: lines then come ever less often
   */
  progress(label: string, total: number | undefined): SessionProgress;
  /** The same for work with only a known share of completion. */
  share(label: string): ShareProgress;
}
interface SessionProgress {
  update(session: Session | SessionNow): void;
  end(): void;
}
interface ShareProgress {
  /** @param done from 0 to 1 */
  update(done: number): void;
  end(): void;
}

const percent = (rate: number | null): string => (rate === null ? '-' : `${(rate * 100).toFixed(1)}%`);

/** The harvest rate of the last pages with its bounds, and the progress of a saturation rule. */
function harvestNow({ harvestEstimate: now }: Pick<Session, 'harvestEstimate'>): string {
  if (now === null) return '-';
  const near =
    now.poorPages === null || now.minHarvestRate === null
      ? ''
      : `; below ${percent(now.minHarvestRate)} for ${now.poorPages} of ${now.window} pages`;
  return `${percent(now.rate)} (${percent(now.lower)} to ${percent(now.upper)}${near})`;
}

export function createScreen(quiet = false): Screen {
  const { out, err } = terminal();
  const note = (text: string): void => {
    if (!quiet) err.write(`${harmless(text)}\n`);
  };
  return {
    note,
    line: (text = '') => out.write(`${harmless(text)}\n`),
    json: (value) => out.write(`${jsonText(value)}\n`),
    progress: (label, total) => {
      if (quiet) return { update: () => undefined, end: () => undefined };
      return err.isTTY === true ? bar(label, total) : plain(label, total, note);
    },
    share: (label) => {
      if (quiet) return { update: () => undefined, end: () => undefined };
      return err.isTTY === true ? shareBar(label) : plainShare(label, note);
    },
  };
}

function bar(label: string, total: number | undefined): SessionProgress {
  const done = total === undefined ? '{value} fetches' : '[{bar}] {value}/{total} fetches';
  const shown = new cliProgress.SingleBar(
    {
      format: `${label.padEnd(14)} ${done}  {rate} relevant, {now} now  {domains} domains  {speed}/s`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: false,
    },
    cliProgress.Presets.rect,
  );
  shown.start(total ?? 0, 0, { rate: '-', now: '-', domains: 0, speed: '-' });
  return {
    update: (session) =>
      shown.update(Math.min(total ?? Infinity, session.fetched + session.failed), {
        rate: percent(session.harvestRate),
        now: harvestNow(session),
        domains: session.relevantDomainCount,
        speed: session.pagesPerSecond.toFixed(0),
      }),
    end: () => shown.stop(),
  };
}

/** Fetches until the first line of a session without a limit of fetches. */
const FIRST_LINE = 10;

function plain(label: string, total: number | undefined, note: (text: string) => void): SessionProgress {
  let next = total === undefined ? FIRST_LINE : total / 10;
  return {
    update: (session) => {
      const done = session.fetched + session.failed;
      if (done < next) return;
      next = total === undefined ? done * 1.5 : ((Math.floor((done * 10) / total) + 1) * total) / 10;
      note(
        `${label}: ${done}${total === undefined ? '' : ` of ${total}`} fetches, ${percent(session.harvestRate)} relevant, ${harvestNow(session)} now, ${session.relevantDomainCount} relevant domains`,
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

interface TableOptions {
  /** Indexes of left-aligned columns, besides the first; numbers are right-aligned. */
  readonly words?: readonly number[];
}

/** Rows as columns; the first row is the header. */
export function table(rows: readonly (readonly string[])[], { words = [0] }: TableOptions = {}): string {
  const [head, ...body] = rows;
  const shown = new Table({
    head: [...head],
    colAligns: head.map((_, column) => (words.includes(column) ? 'left' : 'right')),
    style: { compact: true, head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    chars: CHARS,
  });
  shown.push(...body.map((row) => row.map((cell) => oneLine(cell))));
  return shown
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const NO_CHARS = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
] as const;
/** Only a line below the header. */
const CHARS = {
  ...Object.fromEntries(NO_CHARS.map((name) => [name, ''])),
  ...{ left: '', 'left-mid': '', mid: '-', 'mid-mid': '  ', right: '', 'right-mid': '', middle: '  ' },
};

export { percent };
