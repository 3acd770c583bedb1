import type { Gleaner, Job, Schemas } from '#client';
import { type Command, Option } from 'commander';
import { choicesOf, integerFrom } from '../option-values.js';
import type { Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { jobText, showEnd, WAIT_FOR_JOB } from './jobs.js';
import { type ListArguments, listOptions, perCall, showList } from './lists.js';
import { given, objectCommand, showObject, type WaitArguments } from './objects.js';

type Candidate = Schemas['SeedCandidateDto'];
type Outcome = Schemas['SeedOutcomeDto'];

const STATES = choicesOf<Candidate['state']>({ pending: true, accepted: true, rejected: true });
const SOURCES = choicesOf<Candidate['findings'][number]['source']>({
  searxng: true,
  stored: true,
  'shared-link': true,
  hub: true,
  sitemap: true,
});

interface SuggestArguments extends WaitArguments {
  readonly most?: number;
  readonly perDomain?: number;
  readonly searchPages?: number;
  readonly read: boolean;
  readonly accept?: number;
}
interface CandidatesArguments extends ListArguments {
  readonly state?: Candidate['state'];
  readonly source?: Candidate['findings'][number]['source'];
}

/** `gleaner seeds`: URLs from which crawls of a topic can start. */
export function defineSeeds(command: Command): void {
  objectCommand<SuggestArguments>(command, 'suggest', 'topic', 'look for seeds by the keywords of a topic', suggest)
    .option('--most <n>', 'maximum number of candidates', integerFrom(1, 200))
    .option('--per-domain <n>', 'maximum number of candidates of one domain', integerFrom(1, 20))
    .option('--search-pages <n>', 'pages of results to ask the search engine for', integerFrom(1, 5))
    .option('--no-read', 'judge candidates by the known facts, without fetching them')
    .option('--accept <n>', 'number of candidates that become seeds automatically', integerFrom(0, 200))
    .option('--wait', WAIT_FOR_JOB);
  listOptions(command.command('list').description('list the candidates, highest score first'), 'candidates')
    .argument('<topic>', 'id of the topic')
    .addOption(new Option('--state <state>', 'only candidates of this kind').choices(STATES))
    .addOption(new Option('--source <name>', 'only candidates from this source').choices(SOURCES))
    .action((topicId: string, { state, source, ...args }: CandidatesArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = given({ state, source, first: perCall(args) });
        const rows = gleaner.list('/v1/topics/{topicId}/seed-candidates', { path: { topicId }, query });
        await showList(rows, args, CANDIDATE_ROW, screen);
      }),
    );
  for (const [decision, description] of [
    ['accept', 'accept candidates as seeds'],
    ['reject', 'reject candidates, so that they are not proposed again; accepted ones stop being seeds'],
  ] as const)
    serviceOptions(command.command(decision).description(description))
      .argument('<topic>', 'id of the topic')
      .argument('<candidates...>', 'ids or URLs of candidates')
      .action((topicId: string, candidates: string[], args: ServiceArguments) =>
        withNamedService(args, async (gleaner, screen) => {
          const init = { params: { path: { topicId } }, body: { [decision]: candidates } };
          const report = await gleaner.post('/v1/topics/{topicId}/seed-candidates/decisions', init);
          showObject(report, args, decisionText, screen);
        }),
      );
  listOptions(command.command('outcomes').description("list the results of a session's seeds"), 'seeds')
    .argument('<session>', 'id of the session')
    .action((id: string, args: ListArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = { first: perCall(args) };
        const rows = gleaner.list('/v1/sessions/{id}/seed-outcomes', { path: { id }, query });
        await showList(rows, args, OUTCOME_ROW, screen);
      }),
    );
}

async function suggest(topicId: string, args: SuggestArguments, gleaner: Gleaner, screen: Screen): Promise<void> {
  const { most, perDomain, searchPages, accept } = args;
  const body = given({ most, perDomain, searchPages, accept, read: args.read ? undefined : false });
  const job = await gleaner.post('/v1/topics/{topicId}/seeds/suggest', { params: { path: { topicId } }, body });
  if (args.wait === true) showEnd(await gleaner.waitForJob(job.id), args, screen, suggestionText);
  else showObject(job, args, jobText, screen);
}

function suggestionText(job: Job): string {
  const result = job.result as Schemas['SeedSuggestionResultDto'] | null;
  if (result === null) return jobText(job);
  const { found, proposed, relevant, accepted, sources } = result;
  const said = sources.flatMap(({ source, message }) => (message === null ? [] : [`${source}: ${message}`]));
  const figures = `${found} URLs found, ${proposed} candidates, ${relevant} of them judged relevant, ${accepted.length} accepted`;
  return [figures, ...said].join('\n');
}

const decisionText = ({ seedCount, accepted, rejected, unchanged }: Schemas['SeedDecisionsDto']): string =>
  `${accepted} accepted, ${rejected} rejected, ${unchanged} unchanged; the topic has ${seedCount} seeds`;

const CANDIDATE_ROW = {
  head: ['score', 'relevance', 'state', 'title', 'url', 'reason', 'id'],
  words: [2, 3, 4, 5],
  cells: ({ score, relevance, state, title, url, reason, id }: Candidate) => [
    score.toFixed(2),
    relevance.toFixed(2),
    state,
    title.slice(0, 60),
    url,
    reason,
    id,
  ],
  none: 'No candidates. `gleaner seeds suggest` looks for some',
};

const OUTCOME_ROW = {
  head: ['seed', 'reached', 'outcome', 'status', 'step', 'more'],
  words: [0, 1, 2, 5],
  cells: ({ url, reached, outcome, httpStatus, step, message, allowedBy }: Outcome) => [
    url,
    reached ? 'yes' : 'no',
    outcome ?? 'waits',
    `${httpStatus ?? '-'}`,
    `${step ?? '-'}`,
    [message, allowedBy === null ? null : `allowed by ${allowedBy}`].filter((part) => part !== null).join('; '),
  ],
  none: 'No seeds',
};
