import type { JSX } from 'preact';
import type { Failure } from '../../api/failures.js';
import { mayWrite } from '../../api/sign-in.js';
import { useWhileRunning } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { comparePath } from '../../parts/compared.js';
import { Fold } from '../../parts/fold.js';
import { type Figure, Figures } from '../../parts/figures.js';
import { Heading } from '../../parts/heading.js';
import { outcomeInWords } from '../../parts/outcome-words.js';
import { ReportLink } from '../../parts/report-link.js';
import { Badge, Failed, Loading } from '../../parts/states.js';
import {
  adviceOn,
  count,
  counted,
  decimal,
  duration,
  hasEnded,
  percent,
  sentence,
  standingOf,
  STATES,
  timeLeft,
  timeOfDay,
} from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { Asked, Started } from './asked.js';
import { areFailuresTrouble, areHostsTrouble, fetchesInWords } from './asked-words.js';
import { ComparedSessions } from './compared-sessions.js';
import { FailuresFolded } from './failures.js';
import { FoundPages } from './found-pages.js';
import { HostsFolded } from './hosts-waiting.js';
import { ModelSwitch } from './model-switch.js';
import { SEED_OUTCOMES, UNRENDERED } from './queries.js';
import { SessionControls } from './session-controls.js';
import { type LiveSession, useLiveSession } from './use-live-session.js';
import { slotsInWords } from './slots.js';
import './session.css';

type Shown = NonNullable<LiveSession['session']>;

function Numbers({ session }: { readonly session: Shown }): JSX.Element {
  const { budget } = session.config;
  const estimate = session.harvestEstimate;
  const spent = session.fetched + session.failed;
  const figures: readonly Figure[] = [
    [
      'Relevant pages',
      count(session.relevant),
      budget.relevantPages === null ? '' : `of ${count(budget.relevantPages)} wanted`,
    ],
    [
      'Relevant domains',
      count(session.relevantDomainCount),
      budget.domains === null ? `of ${counted(session.domainCount, 'domain')}` : `of ${count(budget.domains)} wanted`,
    ],
    ['Fetches', count(spent), fetchesInWords(budget.fetches, session)],
    [
      'Failed',
      count(session.failed),
      session.robotsDenied === 0 ? '' : `and ${count(session.robotsDenied)} denied by robots.txt`,
    ],
    [
      'Harvest rate',
      percent(session.harvestRate),
      estimate ? `recently ${percent(estimate.lower)} to ${percent(estimate.upper)}` : '',
    ],
    [
      'URLs found',
      count(session.found),
      `${counted(session.frontierSize, 'candidate')} waiting`,
      'A candidate is a link that may be followed: a URL has one for each page on which it was found',
    ],
    [
      'Running',
      duration(session.activeSeconds),
      session.state === 'RUNNING' ? `${decimal(session.pagesPerSecond)} pages a second` : '',
    ],
  ];
  return <Figures figures={figures} />;
}

/** Why no seed could be reached, each with the setting that would help. */
function Unreached({ id }: { readonly id: string }): JSX.Element | null {
  const { data } = useQuery(SEED_OUTCOMES, { id });
  if (!data) return null;
  return (
    <section aria-labelledby="seeds-heading">
      <h2 id="seeds-heading">Outcomes of the seeds</h2>
      <ul>
        {data.session.seedOutcomes.nodes.map(({ url, outcome, message, allowedBy }) => (
          <li key={url}>
            {url}: {outcome === null ? 'not tried' : outcomeInWords(outcome)}
            {message !== null && ` (${message})`}
            {allowedBy !== null && `. Allowed by: ${allowedBy}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

const UNRENDERED_EVERY_MS = 10_000;
/** A smaller share of the pages is not worth a browser. */
const WORTH_RENDERING = 0.1;

/** That scripts fill in many pages of a session that runs none. */
function Unrendered({ session }: { readonly session: Shown }): JSX.Element | null {
  const { data, reload } = useQuery(UNRENDERED, { id: session.id });
  useWhileRunning(reload, UNRENDERED_EVERY_MS, session.state === 'RUNNING');
  const unrendered = data?.session.report.unrendered ?? 0;
  if (unrendered === 0 || unrendered < session.fetched * WORTH_RENDERING) return null;
  return (
    <p class="note">
      Scripts seem to fill in {count(unrendered)} of {counted(session.fetched, 'page')}, and this session runs none.
      {mayWrite() && (
        <>
          {' '}
          <Link to={`${pathTo('start')}?session=${encodeURIComponent(session.id)}`}>Start it again</Link> with such
          pages loaded in Chromium (auto).
        </>
      )}
    </p>
  );
}

const connectionLost = (advice: string): Failure => ({
  ...{ message: 'The live connection is lost.', advice },
  ...{ field: null, needsKey: false },
});

/** A session, as it goes on. */
export function SessionScreen({ id, beside }: { readonly id: string; readonly beside: string | null }): JSX.Element {
  const { loaded, session, curve, pages, stream } = useLiveSession(id);
  if (!session)
    return (
      <>
        <Heading text="Session" />
        {loaded.failure ? <Failed failure={loaded.failure} again={loaded.reload} /> : <Loading what="the session" />}
      </>
    );
  const isOver = hasEnded(session.state);
  const isRunning = session.state === 'RUNNING';
  return (
    <>
      <div class="title">
        <Heading text={session.name ?? session.topic.name} />
        <div class="buttons">
          <Badge state={session.state}>{STATES[session.state] ?? session.state}</Badge>
          <ReportLink path={`/v1/sessions/${encodeURIComponent(id)}/report.html`} />
        </div>
      </div>
      <p role="status" class="standing">
        {standingOf(session)} {adviceOn(session)} {session.error !== null && session.error}
        {session.estimatedEndAt !== null && isRunning && (
          <>
            {' '}
            {sentence(timeLeft(session.estimatedEndAt, Date.now()))}, until{' '}
            {timeOfDay(session.estimatedEndAt, Date.now())}.
          </>
        )}
      </p>
      <p class="note">
        <Started session={session} />
        {isRunning && ` ${slotsInWords(session)}`}
      </p>
      <Unrendered session={session} />
      {session.note !== '' && (
        <p class="written">
          <bdi>{session.note}</bdi>
        </p>
      )}
      {stream === 'away' && (
        <Failed failure={connectionLost('It is being opened again. Until then the numbers are old.')} />
      )}
      {stream === 'lost' && (
        <Failed failure={connectionLost('The numbers may be old.')} again={() => location.reload()} />
      )}
      {loaded.failure && <Failed failure={loaded.failure} again={loaded.reload} />}
      {mayWrite() && <SessionControls session={session} changed={loaded.reload} />}
      <Numbers session={session} />
      <nav class="parts" aria-label="More of this session">
        <Link to={pathTo('pages', id)}>Pages</Link>
        <Link to={pathTo('domains', id)}>Domains</Link>
        <Link to={pathTo('events', id)}>Events</Link>
        <Link to={pathTo('learnedState', id)}>Policy</Link>
        <Link to={comparePath([id])}>Compare</Link>
        {mayWrite() && <Link to={`${pathTo('labels', session.topicId)}?session=${encodeURIComponent(id)}`}>Label</Link>}
      </nav>
      {session.stateReason === 'SEEDS_UNREACHABLE' && <Unreached id={id} />}
      <div class="session">
        <section aria-labelledby="asked-heading">
          <h2 id="asked-heading">Task</h2>
          <Asked session={session} />
        </section>
        <section aria-labelledby="pages-heading">
          <h2 id="pages-heading">Newest relevant pages</h2>
          <FoundPages sessionId={id} pages={pages} isOver={isOver} />
          {session.relevant > 0 && (
            <p>
              <Link to={pathTo('pages', id)}>All {counted(session.relevant, 'relevant page')}</Link>
            </p>
          )}
        </section>
      </div>
      <section aria-labelledby="curve-heading">
        <h2 id="curve-heading">Harvest</h2>
        <ComparedSessions id={id} topicId={session.topicId} curve={curve} beside={beside} />
      </section>
      <HostsFolded id={id} isRunning={isRunning} areTrouble={areHostsTrouble(session)} />
      <FailuresFolded session={session} areTrouble={areFailuresTrouble(session)} />
      <Fold
        title="Model"
        says={`version ${session.model.version} (${session.model.kind})`}
        isOpen={session.pendingModelId !== null}
      >
        {() => <ModelSwitch session={session} changed={loaded.reload} />}
      </Fold>
    </>
  );
}
