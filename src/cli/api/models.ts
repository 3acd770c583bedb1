import type { Gleaner, Model, ModelSummary, Schemas } from '#client';
import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { jsonObject, list } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { objectCommand, showObject, type WaitArguments } from './objects.js';

interface TrainArguments extends WaitArguments {
  readonly kind?: string;
  readonly config?: Record<string, unknown>;
}

/** `gleaner models`. */
export function defineModels(command: Command): void {
  listOptions(command.command('list').description('list the relevance models of a topic, newest first'), 'models')
    .argument('<topic>', 'id of the topic')
    .action((topicId: string, args: ListArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = { first: perCall(args) };
        const rows = gleaner.list('/v1/topics/{topicId}/models', { path: { topicId }, query });
        await showList(rows, args, MODEL_ROW, screen);
      }),
    );
  objectCommand(
    command,
    'show',
    'model',
    'show a model and its cross-validated quality',
    async (id, args, gleaner, screen) =>
      showObject(await gleaner.get('/v1/models/{id}', { params: { path: { id } } }), args, modelText, screen),
  );
  objectCommand<TrainArguments>(
    command,
    'train',
    'topic',
    'train a model on the keywords, examples and labels of a topic',
    train,
  )
    .option('--kind <kind>', 'kind of model; default: chosen by the number of examples')
    .option('--config <json>', 'settings of the kind; GET /v1/relevance-models describes them', jsonObject)
    .option('--wait', 'wait until it is trained; the exit code is 1 if the training fails');
  serviceOptions(command.command('compare').description('compare models on the pages that all of them judged'))
    .argument('<ids>', 'ids of models, separated by commas', list)
    .action((ids: string[], args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const params = { query: { ids: ids.join(',') } };
        const comparison = await gleaner.get('/v1/models/compare', { params });
        if (args.json === true) screen.json(comparison);
        else screen.line(comparisonTable(comparison));
      }),
    );
  objectCommand(command, 'delete', 'model', 'delete a model that no session uses', async (id, _, gleaner, screen) => {
    await gleaner.delete('/v1/models/{id}', { params: { path: { id } } });
    screen.note(`model ${id} is deleted`);
  });
}

async function train(topicId: string, args: TrainArguments, gleaner: Gleaner, screen: Screen): Promise<void> {
  const { kind, config, wait } = args;
  const body = { kind, config } as Schemas['TrainModelInput'];
  const started = await gleaner.post('/v1/topics/{topicId}/models', { params: { path: { topicId } }, body });
  const model = wait === true ? await gleaner.waitForModel(started.id) : started;
  showObject(model, args, modelText, screen);
  if (model.state === 'failed') throw new CliError(`model ${model.id} has failed: ${model.error ?? 'no cause given'}`);
}

const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : value.toFixed(3);
/** A figure of the cross-validation, if the model has it. */
const measured = ({ metrics }: ModelSummary, name: 'precision' | 'recall' | 'f1'): string => figure(metrics?.[name]);

const learntFrom = ({ metrics }: Model): string | null =>
  metrics === null ? null : `${metrics.positives} relevant, ${metrics.negatives} not`;

const modelText = (model: Model): string =>
  facts({
    id: model.id,
    topic: model.topicId,
    version: model.version,
    kind: model.kind,
    state: model.state,
    error: model.error,
    precision: measured(model, 'precision'),
    recall: measured(model, 'recall'),
    F1: measured(model, 'f1'),
    examples: learntFrom(model),
    warnings: model.metrics?.warnings.join(', ') || null,
    threshold: model.threshold === null ? null : figure(model.threshold),
    trained: moment(model.trainedAt),
  });

function comparisonTable({ models, figures }: Schemas['ModelComparisonDto']): string {
  const head = ['figure', ...models.map(({ version, kind }) => `${version}: ${kind}`)];
  return table([head, ...figures.map(({ name, values }) => [name, ...values.map((value) => figure(value))])]);
}

const MODEL_ROW = {
  head: ['version', 'kind', 'state', 'precision', 'recall', 'created', 'id'],
  words: [1, 2],
  cells: (model: ModelSummary) => [
    `${model.version}`,
    model.kind,
    model.state,
    measured(model, 'precision'),
    measured(model, 'recall'),
    moment(model.createdAt),
    model.id,
  ],
  none: 'No models. `gleaner models train` trains one; a session without one trains its own',
};
