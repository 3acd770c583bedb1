import type { Gleaner, Job, Schemas } from '#client';
import type { Command } from 'commander';
import { integerFrom } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { withNamedService } from '../service-options.js';
import { jobText, showEnd, WAIT_FOR_JOB } from './jobs.js';
import { facts, type ListArguments, listOptions, perCall, showList } from './lists.js';
import { given, objectCommand, showObject, type WaitArguments } from './objects.js';

type Labeller = Schemas['LabellerDto'];
type Agreement = Schemas['LabellerAgreementDto'];
type Label = Schemas['LabellerLabelDto'];

interface RunArguments extends WaitArguments {
  readonly calls?: number;
  readonly compare?: number;
  readonly session?: string;
}
interface LabelsArguments extends ListArguments {
  readonly relevant?: boolean;
  readonly disagreeing?: boolean;
}

/** `gleaner labeller`: the language model that labels pages beside people. */
export function defineLabeller(command: Command): void {
  objectCommand(
    command,
    'show',
    'topic',
    'show the labeller, its calls today, and its agreement with people on a topic',
    async (topicId, args, gleaner, screen) => {
      const params = { path: { topicId } };
      showObject(await gleaner.get('/v1/topics/{topicId}/labeller', { params }), args, labellerText, screen);
    },
  );
  objectCommand<RunArguments>(command, 'run', 'topic', 'let the labeller label pages of the label queue', run)
    .option('--calls <n>', 'maximum number of calls of the language model', integerFrom(1, 10_000))
    .option('--compare <n>', 'number of labelled examples that it labels again, for comparison', integerFrom(20, 500))
    .option('--session <id>', 'only pages of this session; default: of the newest sessions')
    .option('--wait', WAIT_FOR_JOB);
  listOptions(command.command('labels').description('list its labels, newest first'), 'labels')
    .argument('<topic>', 'id of the topic')
    .option('--relevant', 'only pages that it calls relevant')
    .option('--no-relevant', 'only other pages')
    .option('--disagreeing', "only labels that differ from a person's")
    .action((topicId: string, { relevant, disagreeing, ...args }: LabelsArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = given({ relevant, disagreeing, first: perCall(args) });
        const rows = gleaner.list('/v1/topics/{topicId}/labeller/labels', { path: { topicId }, query });
        await showList(rows, args, LABEL_ROW, screen);
      }),
    );
}

async function run(id: string, args: RunArguments, gleaner: Gleaner, screen: Screen): Promise<void> {
  const body = given({ calls: args.calls, compare: args.compare, sessionId: args.session });
  const job = await gleaner.post('/v1/topics/{id}/labeller/runs', { params: { path: { id } }, body });
  if (args.wait === true) showEnd(await gleaner.waitForJob(job.id), args, screen, resultText);
  else showObject(job, args, jobText, screen);
}

function resultText(job: Job): string {
  const result = job.result as Schemas['LabellerRunResultDto'] | null;
  if (result === null) return jobText(job);
  const { labeller, calls, compared, relevant, irrelevant, malformed, endedBy, message, agreement } = result;
  const figures = facts({
    labeller,
    calls,
    compared: `${compared} examples`,
    labels: `${relevant} relevant, ${irrelevant} not, ${malformed} invalid answers`,
    'ended by': endedBy,
    message,
  });
  return `${figures}\n\n${agreementTable([agreement])}`;
}

const figure = (value: number | null): string => (value === null ? '-' : value.toFixed(2));

const agreementTable = (agreements: readonly Agreement[]): string =>
  table(
    [
      ['labeller', 'gate', 'compared', 'agree', 'kappa', 'from', 'to', 'relevant', 'not'],
      ...agreements.map((one) => [
        one.labeller,
        one.gate,
        `${one.compared}`,
        figure(one.accuracy),
        figure(one.kappa),
        figure(one.lower),
        figure(one.upper),
        `${one.relevant}`,
        `${one.irrelevant}`,
      ]),
    ],
    { words: [0, 1] },
  );

function labellerText({ labeller, callsToday, callsPerDay, minKappa, minCompared, agreements }: Labeller): string {
  const settings = facts({
    labeller: labeller ?? 'none: LABELLER_URL of the service is not set',
    'calls today': `${callsToday} of ${callsPerDay}`,
    'gate opens': `from ${minCompared} compared labels on, when kappa is surely at least ${minKappa}`,
  });
  return agreements.length === 0 ? settings : `${settings}\n\n${agreementTable(agreements)}`;
}

const yesNo = (value: boolean | null): string => (value === null ? '-' : value ? 'yes' : 'no');

const LABEL_ROW = {
  head: ['relevant', 'person', 'title', 'url', 'reason', 'labeller'],
  words: [0, 1, 2, 3, 4, 5],
  cells: ({ relevant, personRelevant, title, url, reason, labeller }: Label) => [
    yesNo(relevant),
    yesNo(personRelevant),
    title.slice(0, 60),
    url ?? '-',
    reason,
    labeller,
  ],
  none: 'No labels. `gleaner labeller run` requests some',
};
