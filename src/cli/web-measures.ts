import {
  createSyntheticWeb,
  type GraphMeasures,
  measureGraph,
  type SyntheticSettings,
  type WebGraph,
} from '../domain/webs/index.js';
import { inPieces } from '../engine/index.js';
import { createRecordedFetcher, openRecordedWeb, readLabels } from '../modules/research/recorded-web/index.js';
import { checkLabel, labGet, LabError, linksBy, reachedGraph } from '../modules/research/lab/index.js';
import { CliError, Exit } from './cli-error.js';
import { readable, warn } from './readable-web.js';
import { synthetically } from './synthetic-option.js';

/** A web to be measured. */
interface MeasuredWeb {
  readonly graph: WebGraph;
  /** Absent without labels. */
  readonly isRelevant?: (page: number) => boolean;
}
interface LabelChoice {
  readonly labels?: string;
  readonly label?: string;
}

/**
 * Loads all pages of a recorded web; redirects count as their target pages. With labels, it knows the relevant pages.
 */
export async function graphOfFile(file: string, { labels, label }: LabelChoice): Promise<MeasuredWeb> {
  const web = await readable(() => openRecordedWeb(file, { warn }));
  const known =
    labels === undefined ? null : await readable(() => readLabels(labels, (fault) => warn(`--labels: ${fault}`)));
  const { graph, urls } = await reachedGraph(linksBy(labGet(createRecordedFetcher(web))), web.urls());
  if (known === null) return { graph };
  checkMeasured({ labels: known, isRecorded: (url) => web.has(url) }, label ?? '');
  return { graph, isRelevant: (page) => known.get(urls[page])?.has(label ?? '') ?? false };
}

/** @throws CliError if no page has the label */
function checkMeasured(web: Parameters<typeof checkLabel>[0], label: string): void {
  try {
    checkLabel(web, label, '--label');
  } catch (error) {
    throw error instanceof LabError ? new CliError(error.message, Exit.Usage) : error;
  }
}

export async function measuresOfFile(file: string, choice: LabelChoice): Promise<GraphMeasures> {
  const { graph, ...options } = await graphOfFile(file, choice);
  return inPieces(measureGraph(graph, options));
}

export async function measuresOfSynthetic(settings: SyntheticSettings): Promise<GraphMeasures> {
  const web = synthetically(() => createSyntheticWeb(settings));
  return inPieces(measureGraph(web.graph, { isRelevant: (page) => web.isRelevant(page) }));
}

const round = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : String(Number(value.toPrecision(4)));

/** Measures as lines of name and value. */
export function measuresTable(measures: GraphMeasures): string {
  const { outDegree, inDegree, clustering, distances, locality } = measures;
  const degree = (name: string, { mean, largest, powerLaw }: GraphMeasures['outDegree']): [string, string][] => [
    [`${name}-degree, mean and largest`, `${round(mean)}, ${largest}`],
    [
      `${name}-degree exponent`,
      powerLaw === null
        ? '-'
        : `${round(powerLaw.exponent)} ±${round(powerLaw.standardError)}, from ${powerLaw.xMin} on (${powerLaw.tail} pages)`,
    ],
  ];
  const rows: [string, string][] = [
    ['pages', String(measures.pages)],
    ['links', String(measures.links)],
    ...degree('out', outDegree),
    ...degree('in', inDegree),
    ['clustering coefficient', `${round(clustering?.coefficient)} (${clustering?.sampledPages ?? 0} pages sampled)`],
    [
      'mean distance',
      `${round(distances?.mean)} (from ${distances?.sampledStarts ?? 0} pages sampled, which reach ${round(distances?.reachedShare)} of all)`,
    ],
    ['distance of nine in ten pairs', `${distances?.ninetieth ?? '-'} or less`],
    ['longest distance seen', String(distances?.longest ?? '-')],
    ['largest component', `${round(measures.largestComponent)} of the pages`],
  ];
  if (locality !== null)
    rows.push(
      ['relevant pages', String(locality.relevantPages)],
      ['links that lead to relevant pages', round(locality.ofAllLinks)],
      ['those of relevant pages', `${round(locality.ofRelevantPages)}, ${round(locality.ratio)} times as many`],
    );
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
