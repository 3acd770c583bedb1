import { createInterface } from 'node:readline';
import type { Gleaner, LabelCandidate, Schemas } from '#client';
import { Argument, type Command, Option } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { integerFrom } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { oneLine, terminal } from '../terminal.js';

const STRATEGIES = ['mixed', 'uncertain', 'influential', 'newest-domain', 'audit'] as const;
const ANSWERS = ['yes', 'no'] as const;
type Answer = (typeof ANSWERS)[number];
const MOST_ASKED = 100;
const MOST_STEPS = 2_147_483_647;
/** Characters of a page shown with the question. */
const EXCERPT = 300;

interface QueueArguments extends ServiceArguments {
  readonly strategy?: (typeof STRATEGIES)[number];
  readonly session?: string;
  readonly first: number;
  readonly train?: boolean;
}

/** `gleaner label`. */
export function defineLabel(command: Command): void {
  serviceOptions(
    command
      .command('queue')
      .description('ask about the pages whose labels help the model most; without a terminal: list them'),
  )
    .argument('<topic>', 'id of the topic')
    .addOption(new Option('--strategy <name>', 'order in which pages are chosen').choices(STRATEGIES))
    .option('--session <id>', 'only pages of this session')
    .option('--first <n>', 'number of pages', integerFrom(1, MOST_ASKED), 20)
    .option('--train', 'train a model on the labels afterwards')
    .action(queue);
  serviceOptions(command.command('page').description('label a page of a session'))
    .argument('<session>', 'id of the session')
    .argument('<step>', 'number of the page, as `gleaner pages list` shows it', integerFrom(0, MOST_STEPS))
    .addArgument(new Argument('<answer>', 'whether it is relevant').choices(ANSWERS))
    .action((id: string, step: number, answer: Answer, args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const report = await label(gleaner, id, step, answer === 'yes');
        if (args.json === true) screen.json(report);
        else screen.note(`page ${step} of session ${id}: ${answer}`);
      }),
    );
  serviceOptions(command.command('url').description('label any page: it becomes an example of the topic'))
    .argument('<topic>', 'id of the topic')
    .argument('<url>', 'address of the page; the service fetches it')
    .addArgument(new Argument('<answer>', 'whether it is relevant').choices(ANSWERS))
    .action((topicId: string, url: string, answer: Answer, args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const body = { url, relevant: answer === 'yes' };
        const example = await gleaner.post('/v1/topics/{topicId}/examples', { params: { path: { topicId } }, body });
        if (args.json === true) screen.json(example);
        else screen.note(`${oneLine(url)}: ${answer}`);
      }),
    );
}

function label(gleaner: Gleaner, id: string, step: number, relevant: boolean): Promise<Schemas['LabelReportDto']> {
  return gleaner.post('/v1/sessions/{id}/labels', { params: { path: { id } }, body: { labels: [{ step, relevant }] } });
}

async function queue(id: string, args: QueueArguments): Promise<void> {
  const isListed = args.json === true || terminal().input.isTTY !== true;
  if (isListed && args.train === true)
    throw new CliError(
      '--train: expected with questions, which need a terminal and no --json; `gleaner models train` trains without',
      Exit.Usage,
    );
  await withNamedService(args, async (gleaner, screen) => {
    const query = { strategy: args.strategy, sessionId: args.session, first: args.first };
    const { items } = await gleaner.get('/v1/topics/{id}/label-queue', { params: { path: { id }, query } });
    if (args.json === true) return screen.json(items);
    if (items.length === 0) return screen.line('No pages to ask about');
    if (isListed) return screen.line(candidateTable(items));
    const given = await ask(gleaner, items, screen);
    screen.note(`${given} labels`);
    if (args.train !== true || given === 0) return;
    const model = await gleaner.post('/v1/topics/{topicId}/models', { params: { path: { topicId: id } }, body: {} });
    screen.note(`model ${model.id} is in training`);
  });
}

/** Asks about one page after the other, and stores each answer at once. @returns number of answers */
async function ask(gleaner: Gleaner, items: readonly LabelCandidate[], screen: Screen): Promise<number> {
  const { input, err } = terminal();
  const lines = createInterface({ input, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  let given = 0;
  try {
    for (const [i, { page }] of items.entries()) {
      screen.note(`\n${i + 1} of ${items.length}  ${oneLine(page.title ?? '')}\n${oneLine(page.url)}`);
      screen.note(oneLine(page.excerpt ?? '').slice(0, EXCERPT));
      for (;;) {
        err.write(`Relevant? (now ${page.probability.toFixed(2)})  y: yes, n: no, s: skip, q: quit  `);
        const next = await answers.next();
        const answer = next.done === true ? 'q' : next.value.trim().toLowerCase().slice(0, 1);
        if (answer === 'q') return given;
        if (answer === 's') break;
        if (answer !== 'y' && answer !== 'n') continue;
        await label(gleaner, page.sessionId, page.step, answer === 'y');
        given++;
        break;
      }
    }
  } finally {
    lines.close();
  }
  return given;
}

const candidateTable = (items: readonly LabelCandidate[]): string =>
  table(
    [
      ['session', 'step', 'probability', 'title', 'url'],
      ...items.map(({ page }) => [
        page.sessionId,
        `${page.step}`,
        page.probability.toFixed(2),
        (page.title ?? '').slice(0, 60),
        page.url,
      ]),
    ],
    { words: [0, 3, 4] },
  );
