import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Gleaner, GleanerError, textLines } from '#client';
import { Argument, type Command, Option } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { partOf, readable, sizeOf, writeFileFrom } from '../files.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { harmless, terminal } from '../terminal.js';

const KINDS = ['pages', 'domains', 'links', 'archive', 'wacz'] as const;
const FORMATS = ['jsonl', 'csv', 'parquet'] as const;
type Kind = (typeof KINDS)[number];
const isRows = (what: Kind): boolean => what !== 'archive' && what !== 'wacz';
/** The rest that is asked for begins behind the end: all of it is there. */
const RANGE_NOT_SATISFIABLE = 416;
const PARTIAL = 206;

interface ExportArguments extends ServiceArguments {
  readonly format?: (typeof FORMATS)[number];
  readonly gzip?: boolean;
  readonly relevant?: boolean;
  readonly texts?: boolean;
  readonly markdown?: boolean;
  readonly out?: string;
  readonly resume?: boolean;
}

/** `gleaner export`. */
export function defineExport(command: Command): void {
  serviceOptions(command)
    .addArgument(new Argument('<what>', 'archive: all that was fetched, as WARC').choices(KINDS))
    .argument('<session>', 'id of the session')
    .addOption(new Option('--format <format>', 'of pages, domains and links; default: jsonl').choices(FORMATS))
    .option('--gzip', 'compress pages, domains or links')
    .option('--relevant', 'only relevant pages, or domains with relevant pages')
    .option('--texts', 'pages with their texts')
    .option('--markdown', 'pages with their texts as Markdown')
    .option('--out <file>', 'file to write; default: standard output. The file appears when all of it is there')
    .option('--resume', 'of an archive: go on with what an earlier call wrote to FILE.part')
    .action(exportTo);
}

async function exportTo(what: Kind, id: string, args: ExportArguments): Promise<void> {
  const { format = 'jsonl', out, resume, texts, markdown } = args;
  const rowsOnly = (['format', 'gzip', 'relevant'] as const).find((name) => args[name] !== undefined);
  if (!isRows(what) && rowsOnly !== undefined)
    throw new CliError(`--${rowsOnly}: expected with pages, domains or links`, Exit.Usage);
  if (what !== 'pages' && (texts ?? markdown) !== undefined)
    throw new CliError('--texts, --markdown: expected with pages', Exit.Usage);
  if (what === 'links' && args.relevant !== undefined)
    throw new CliError('--relevant: expected with pages or domains', Exit.Usage);
  if (resume === true && (what !== 'archive' || out === undefined))
    throw new CliError('--resume: expected with an archive and --out', Exit.Usage);
  const isText = isRows(what) && format !== 'parquet' && args.gzip !== true;
  if (out === undefined && !isText && terminal().out.isTTY === true)
    throw new CliError('--out: expected, since a terminal cannot show this', Exit.Usage);

  await withNamedService(args, async (gleaner, screen) => {
    if (what === 'archive' && out !== undefined) {
      await writeArchive(gleaner, id, out, resume === true);
      return screen.note(`written to ${out}`);
    }
    const body = await gleaner.download(pathOf(what), { params: { path: { id }, query: queryOf(what, args) } });
    if (out === undefined) return show(body, isText);
    await writeFileFrom(body, out);
    screen.note(`written to ${out}`);
  });
}

function pathOf(what: Kind): string {
  if (what === 'archive') return '/v1/sessions/{id}/export.warc.gz';
  return what === 'wacz' ? '/v1/sessions/{id}/export.wacz' : `/v1/sessions/{id}/${what}/export`;
}

function queryOf(what: Kind, { format = 'jsonl', gzip, relevant, texts, markdown }: ExportArguments): object {
  if (!isRows(what)) return {};
  const only = what === 'domains' ? { relevantOnly: relevant } : { relevant };
  return { format, gzip, ...only, texts, markdown };
}

/** To standard output: as it is, or, on a terminal, without what could change the terminal. */
async function show(body: ReadableStream<Uint8Array>, isText: boolean): Promise<void> {
  const { out } = terminal();
  if (!isText || out.isTTY !== true) return pipeline(readable(body), out, { end: false });
  for await (const line of textLines(body)) out.write(`${harmless(line)}\n`);
}

/** The archive of a session. Beside the part that is there stands its entity tag: of another archive it would be no part. */
async function writeArchive(gleaner: Gleaner, id: string, out: string, resume: boolean): Promise<void> {
  const tagFile = `${partOf(out)}.etag`;
  const from = resume ? await sizeOf(partOf(out)) : 0;
  const known = from > 0 ? await readFile(tagFile, 'utf8').catch(() => '') : '';
  let answer: Response | undefined;
  const onResponse = ({ response }: { response: Response }): void => void (answer = response);
  try {
    const body = await gleaner.download(pathOf('archive'), {
      params: { path: { id } },
      headers: { accept: '*/*', ...(known !== '' && { range: `bytes=${from}-`, 'if-range': known }) },
      middleware: [{ onResponse }],
    });
    await writeFile(tagFile, answer?.headers.get('etag') ?? '');
    await writeFileFrom(body, out, answer?.status === PARTIAL);
  } catch (error) {
    if (known === '' || !(error instanceof GleanerError) || error.status !== RANGE_NOT_SATISFIABLE) throw error;
    await rename(partOf(out), out);
  }
  await rm(tagFile, { force: true });
}
