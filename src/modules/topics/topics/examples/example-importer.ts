import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '../../../../platform/errors/index.js';
import { type TemporaryFile, temporaryFile } from '../../../../platform/volumes/index.js';
import { MAX_EXAMPLES } from './example.js';
import { exampleFromLine, MAX_EXAMPLE_HTML_CHARS, type NewExample } from './example-intake.js';
import type { UpsertCounts } from './examples.repository.js';
import { type LineFault, type NumberedLine, readLines } from './line-reader.js';

/** A line of the longest HTML allowed, with room for escapes and for letters of several bytes. */
const MAX_LINE_BYTES = 4 * MAX_EXAMPLE_HTML_CHARS;
const MAX_IMPORT_LINES = 100_000;
/** A batch is written when either limit is reached: round trips are few, and memory stays at some megabytes. */
const BATCH_ROWS = 500;
const BATCH_CHARS = 4_000_000;
/** Enough to see what is wrong with a file; the count shows the extent. */
const MAX_REPORTED_ERRORS = 1_000;
/**
 * Other requests get a turn after this many characters or lines: about ten milliseconds of parsing, or of rejecting
 * lines.
 */
const CHARS_PER_TURN = 500_000;
const LINES_PER_TURN = 500;

/** Characters of checked lines that are written at a time. */
const SPOOL_CHARS = 64 * 1024;

const SAYS: Readonly<Record<LineFault, string>> = {
  'too-long': `longer than ${MAX_LINE_BYTES} bytes`,
  'not-utf8': 'not valid UTF-8',
};

interface ImportError {
  /** From 1. */
  readonly line: number;
  readonly field: string | null;
  readonly message: string;
}

/** Results of the lines of an import: `lines = created + updated + unchanged + failed`. */
export interface ImportReport extends UpsertCounts {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly failed: number;
  /** The first thousand. */
  readonly errors: readonly ImportError[];
}

/** Writes a batch with distinct URLs. */
type WriteBatch = (batch: readonly NewExample[]) => Promise<UpsertCounts>;

export interface ImportTarget {
  /** Number of examples the topic has already. */
  readonly present: number;
  readonly write: WriteBatch;
  /** Runs the work with a `write` whose batches all take effect, or none. */
  readonly allOrNothing: (work: (write: WriteBatch) => Promise<void>) => Promise<void>;
}

/**
 * Imports examples from JSON lines as they arrive.
 *
 * Reports lines that cannot be imported by number, and imports the others. With `atomic` one such line cancels the
 * import: the checked lines wait in a temporary file, so that neither memory nor a transaction is held while the client
 * sends.
 *
 * @param maxBytes of the whole stream
 * @throws DomainError PAYLOAD_TOO_LARGE past `maxBytes` or 100 000 lines, VALIDATION_FAILED with `atomic` and a wrong
 * line; both carry the report in `details.report`
 */
export async function importExamples(
  body: AsyncIterable<Uint8Array>,
  target: ImportTarget,
  atomic: boolean,
  maxBytes: number,
): Promise<ImportReport> {
  const report = new RunningReport();
  const lines = readLines(
    body,
    MAX_LINE_BYTES,
    (bytes) => bytes <= maxBytes || report.stop(`more than ${maxBytes} bytes`),
  );
  const examples = checked(lines, report);
  if (!atomic) {
    await writeAll(examples, target.present, target.write, report);
    report.refuseIfStopped('the lines before are imported');
    return report.toJSON();
  }
  const file = await temporaryFile();
  try {
    await spool(examples, file);
    report.refuseIfStopped('nothing is imported');
    report.refuseIfFailed();
    await target.allOrNothing(async (write) => {
      await writeAll(spooled(file), target.present, write, report);
      report.refuseIfFailed();
    });
    return report.toJSON();
  } finally {
    await file.close();
  }
}

interface CheckedLine {
  readonly line: number;
  readonly example: NewExample;
}

async function* checked(lines: AsyncIterable<NumberedLine>, report: RunningReport): AsyncGenerator<CheckedLine> {
  let chars = 0;
  for await (const line of lines) {
    const { number, text } = line;
    if (report.lines === MAX_IMPORT_LINES) {
      report.stop(`more than ${MAX_IMPORT_LINES} lines`);
      return;
    }
    report.lines++;
    if (text === null) {
      report.fail(number, 'line', SAYS[line.fault]);
      continue;
    }
    try {
      yield { line: number, example: exampleFromLine(text) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      report.fail(number, error.field ?? null, error.message);
    }
    chars += text.length;
    if (chars > CHARS_PER_TURN || report.lines % LINES_PER_TURN === 0) {
      chars = 0;
      await turn();
    }
  }
}

async function writeAll(
  examples: AsyncIterable<CheckedLine>,
  present: number,
  write: WriteBatch,
  report: RunningReport,
): Promise<void> {
  let batch: CheckedLine[] = [];
  let chars = 0;
  const places = new Map<string, number>();
  const flush = async (): Promise<void> => {
    if (present + report.created >= MAX_EXAMPLES) {
      for (const { line } of batch)
        report.fail(line, null, `the topic has ${MAX_EXAMPLES} examples, as many as it may have`);
    } else if (batch.length > 0) report.add(await write(batch.map(({ example }) => example)));
    batch = [];
    chars = 0;
    places.clear();
  };
  try {
    for await (const next of examples) {
      const { url, text } = next.example;
      const place = url === null ? undefined : places.get(url);
      if (place !== undefined) {
        batch[place] = { line: next.line, example: merged(batch[place].example, next.example) };
        report.add({ created: 0, updated: 1, unchanged: 0 });
      } else {
        if (url !== null) places.set(url, batch.length);
        batch.push(next);
      }
      chars += text?.length ?? 0;
      if (batch.length >= BATCH_ROWS || chars >= BATCH_CHARS) await flush();
    }
  } finally {
    // Also if the client aborts: the lines before are imported.
    await flush();
  }
}

/** The later line wins, but keeps an earlier text or title that it lacks. */
function merged(earlier: NewExample, later: NewExample): NewExample {
  return { ...later, title: later.title || earlier.title, text: later.text ?? earlier.text };
}

async function spool(examples: AsyncIterable<CheckedLine>, { handle }: TemporaryFile): Promise<void> {
  let lines = '';
  for await (const example of examples) {
    lines += `${JSON.stringify(example)}\n`;
    if (lines.length < SPOOL_CHARS) continue;
    await handle.writeFile(lines);
    lines = '';
  }
  await handle.writeFile(lines);
}

async function* spooled(file: TemporaryFile): AsyncGenerator<CheckedLine> {
  for await (const { text } of readLines(file.read(), Infinity)) yield JSON.parse(text ?? '') as CheckedLine;
}

class RunningReport {
  lines = 0;
  created = 0;
  updated = 0;
  unchanged = 0;
  failed = 0;
  private readonly errors: ImportError[] = [];
  private stopped: string | null = null;

  stop(why: string): false {
    this.stopped = why;
    return false;
  }

  refuseIfStopped(soFar: string): void {
    if (this.stopped !== null)
      throw new DomainError('PAYLOAD_TOO_LARGE', `${this.stopped}: ${soFar}`, { details: { report: this.toJSON() } });
  }

  fail(line: number, field: string | null, message: string): void {
    this.failed++;
    if (this.errors.length < MAX_REPORTED_ERRORS) this.errors.push({ line, field, message });
  }

  add(counts: UpsertCounts): void {
    this.created += counts.created;
    this.updated += counts.updated;
    this.unchanged += counts.unchanged;
  }

  refuseIfFailed(): void {
    if (this.failed === 0) return;
    const [first] = this.errors;
    throw new DomainError(
      'VALIDATION_FAILED',
      `${this.failed} of ${this.lines} lines cannot be imported, so none was; line ${first.line}: ${first.message}`,
      {
        field: `lines[${first.line}]${first.field === null || first.field === 'line' ? '' : `.${first.field}`}`,
        details: { report: { ...this.toJSON(), created: 0, updated: 0, unchanged: 0 } },
      },
    );
  }

  toJSON(): ImportReport {
    const { lines, created, updated, unchanged, failed } = this;
    return { lines, created, updated, unchanged, failed, errors: this.errors };
  }
}
