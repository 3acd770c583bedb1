import type { JobBody } from './topics-client.js';

const SEARCH = `jobId threshold keywordSetVersion searched { relevant others background }
  candidates { text kind method similarity lift relevantDocuments otherDocuments backgroundDocuments verdict reason documents isNew accepted }`;
const PRESENCE = 'documents meanCount meanDistinct share meanWords';
const EXAMPLES = 'examples { relevant irrelevant fetched leftOut failed failures { exampleId url error } }';
const METRICS = `metrics { precision recall f1 fMacro averagePrecision accuracy brier textAveragePrecision folds groupedBySite positives negatives background
  otherTopics labellerLabels positiveSites warnings confusion { truePositives falsePositives trueNegatives falseNegatives } }`;

/**
 * All fields of a job in GraphQL. Fields of the same name in several members of the union have aliases if their types
 * differ.
 */
export const JOB_FIELDS = `id kind subjectId state progress error attempts cancelRequestedAt createdAt startedAt finishedAt result {
  __typename
  ... on ModelJobResult { modelId state ${METRICS} trainedOn: ${EXAMPLES} selfTrained { relevant irrelevant } }
  ... on KeywordExpansionResult { ${SEARCH} unknownKeywords ${EXAMPLES}
    statistics { before { relevant { ${PRESENCE} } others { ${PRESENCE} } } after { relevant { ${PRESENCE} } others { ${PRESENCE} } } } }
  ... on KeywordSuggestionResult { ${SEARCH} seeds { read failed leftOut failures { url error } } }
  ... on SeedSuggestionResult { jobId queries sources { source asked failed found message } found leftOut proposed relevant accepted
    fetchedPages { read failed leftOut failures { url error } } }
  ... on LabellerRunResult { jobId labeller calls compared relevant irrelevant malformed endedBy message agreement {
    labeller gate compared bothRelevant onlyLabellerRelevant onlyPersonRelevant bothIrrelevant accuracy kappa lower upper relevant irrelevant } }
  ... on ModelSwitchResult { switched }
  ... on SpiderJobResult { spiderId trainedSpider: state pages links }
  ... on ExperimentJobResult { experimentId ranExperiment: state runs }
}`;

type Plain = Readonly<Record<string, unknown>>;
const spelt = (value: unknown): string => String(value).toUpperCase().replaceAll('-', '_');

function modelResult({ metrics, examples, selfTrained, ...rest }: Plain): Plain {
  const figures = metrics as Plain | undefined;
  return {
    ...rest,
    state: spelt(rest['state']),
    metrics: figures ? { ...figures, warnings: (figures['warnings'] as string[]).map(spelt) } : null,
    trainedOn: examples ?? null,
    selfTrained: selfTrained ?? null,
  };
}

const seedResult = (result: Plain): Plain => ({
  ...result,
  sources: (result['sources'] as Plain[]).map((one) => ({ ...one, source: spelt(one['source']) })),
});

const labellerResult = (result: Plain): Plain => {
  const agreement = result['agreement'] as Plain;
  return { ...result, endedBy: spelt(result['endedBy']), agreement: { ...agreement, gate: spelt(agreement['gate']) } };
};

/** Types that the two APIs spell differently. */
const RESULTS: Readonly<Record<string, (result: Plain) => Plain>> = {
  LabellerRunResult: labellerResult,
  ModelJobResult: modelResult,
  SeedSuggestionResult: seedResult,
};

/** A REST job in the form of GraphQL. @param type of its result */
export function jobInGraphql(job: JobBody, type: string | null = null): object {
  const { result } = job;
  const told = result === null ? null : { __typename: type, ...(RESULTS[type ?? '']?.(result) ?? result) };
  return { ...job, kind: spelt(job.kind), state: spelt(job.state), result: told };
}
