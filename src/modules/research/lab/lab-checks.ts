import type { z } from 'zod';
import type { PolicyDefinition } from '../../../domain/policies/index.js';
import { findRelevanceModel } from '../../../domain/relevance/index.js';
import { canonicalUrl } from '../../../domain/url/index.js';
import { settingComplaints } from '../../../platform/errors/checked-settings.js';
import type { LabBench } from './lab-bench.js';
import { LabError, type LabTopic } from './lab-topic.js';
import type { LabWeb } from './lab-web.js';
import type { Trouble } from './trouble.js';

/** With fewer relevant pages chance decides. */
const FEW_RELEVANT = 20;
/** Most labels, seeds and policies listed in a message. */
const NAMED = 10;

const some = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ` and ${names.length - NAMED} more` : '');

/** @param option how a message names the label @throws LabError if no page of the web has it */
export function checkLabel(web: Pick<LabWeb, 'labels' | 'isRecorded'>, label: string, option: string): void {
  const counts = new Map<string, number>();
  let labelled = 0;
  let recorded = 0;
  for (const url of web.labels.keys()) {
    labelled++;
    if (!web.isRecorded(url)) continue;
    recorded++;
    for (const each of web.labels.get(url) ?? []) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  if (counts.has(label)) return;
  if (recorded === 0)
    throw new LabError(
      labelled === 0
        ? '--labels: expected labels of pages of the web; no page has one'
        : `--labels: expected labels of pages of the web; none of the ${labelled} labelled pages was recorded`,
    );
  const known = [...counts].sort(([, a], [, b]) => b - a).map(([name, pages]) => `${JSON.stringify(name)} (${pages})`);
  throw new LabError(
    `${option}: no recorded page has the label ${JSON.stringify(label)}; expected one of ${some(known)}`,
  );
}

/** @throws LabError if no seed is a page of the web @returns warnings */
export function checkSeeds({ reachable, seedPages }: LabBench, { seeds, label }: LabTopic, web: LabWeb): string[] {
  const missing = seeds.filter((seed) => !web.isRecorded(canonicalUrl(seed) ?? seed));
  if (seedPages === 0)
    throw new LabError(
      missing.length === 0
        ? `--topic: seeds: expected pages of the web; the recorded responses of ${some(seeds)} are no pages`
        : `--topic: seeds: expected URLs of pages of the web; none of ${some(seeds)} was recorded`,
    );
  const warnings = missing.length === 0 ? [] : [`seeds that were not recorded are ignored: ${some(missing)}`];
  const { relevant } = reachable;
  if (relevant < FEW_RELEVANT)
    warnings.push(
      relevant === 0
        ? `no page with the label ${label} can be reached from the seeds: every policy finds nothing`
        : `only ${relevant} ${relevant === 1 ? 'page' : 'pages'} with the label ${label} can be reached from the seeds: with fewer than ${FEW_RELEVANT}, chance decides`,
    );
  return warnings;
}

/**
 * @param drawn pages on which a model was trained
 * @returns warnings of fewer examples than the topic file asks for. The judge is scored on other pages only, so that
 * its recall is 0 when no relevant page is left.
 */
export function checkExamples(
  drawn: readonly string[],
  { examples, label }: Pick<LabTopic, 'examples' | 'label'>,
  isRelevant: (url: string) => boolean,
): string[] {
  const positives = drawn.filter(isRelevant).length;
  const counts = [
    { name: 'positives', pages: `with the label ${label}`, found: positives },
    { name: 'negatives', pages: 'with other labels only', found: drawn.length - positives },
  ] as const;
  return counts
    .filter(({ name, found }) => found < examples[name])
    .map(
      ({ name, pages, found }) =>
        `examples: only ${found} of ${examples[name]} ${name}: all recorded pages ${pages} train the model, and none of them measures it`,
    );
}

/** @throws LabError for invalid settings of the model, or of policies */
export function checkSettings(
  { model, policyConfig }: LabTopic,
  policies: readonly Pick<PolicyDefinition, 'name' | 'configSchema'>[],
): void {
  const definition = findRelevanceModel(model.kind);
  if (definition) checkConfig('--topic: model.config', definition.configSchema, model.config);
  for (const { name, configSchema } of policies)
    checkConfig(`settings of the policy ${name}`, configSchema, policyConfig[name] ?? {});
}

function checkConfig(what: string, schema: z.ZodType, value: unknown): void {
  const [complaint] = settingComplaints(schema, value);
  if (complaint !== undefined) throw new LabError(`${what}: ${complaint}`);
}

/** @throws LabError for a mark that no run reaches */
export function checkMarks(marks: readonly number[], budgets: readonly number[]): void {
  const largest = Math.max(...budgets);
  const beyond = marks.filter((mark) => mark > largest);
  if (beyond.length > 0)
    throw new LabError(`--marks: expected at most ${largest}, the largest budget, not ${some(beyond.map(String))}`);
}

/** @throws LabError if the web lacks links or hosts for it @returns warnings */
export async function checkTrouble(
  bench: LabBench,
  { deadLinks, refusingHosts }: Trouble,
  randomSeed: number,
): Promise<string[]> {
  const most = deadLinks > 0 ? await bench.mostDeadLinks() : 1;
  if (most === 0)
    throw new LabError('--dead-links: expected a web that links to pages which were not recorded; this one does not');
  if (refusingHosts > 0 && (await bench.troubleOf(randomSeed)).refusingHosts.size === 0)
    throw new LabError('--refusing-hosts: expected a web with more hosts that no relevant page needs to be found');
  return most < deadLinks
    ? [`only ${most.toFixed(2)} of the links are dead: no more links lead to pages that were not recorded`]
    : [];
}
