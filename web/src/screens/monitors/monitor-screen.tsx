import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAgain } from '../../api/use-again.js';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Figures } from '../../parts/figures.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { ago, count } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { ChangesPart, kindIn, monitorAddress } from './changes-part.js';
import { FeedsPart } from './feeds-part.js';
import { MonitorForm } from './monitor-form.js';
import {
  begunInWords,
  DELETE_MONITOR,
  endedInWords,
  isNothingDue,
  MONITOR,
  type Monitor,
  RUN_MONITOR,
} from './monitor-queries.js';
import { MonitorRunsPart } from './monitor-runs-part.js';
import { MonitorSchedules } from './monitor-schedules.js';
import { spanInWords } from './rhythm.js';
import { WatchedPart } from './watched-part.js';
import './monitors.css';

const WEEK_MS = 7 * 86_400_000;
/** While a run goes on. */
const EVERY_MS = 3_000;

const PARTS = [
  ['changes', 'Changes'],
  ['pages', 'Pages'],
  ['runs', 'Runs'],
  ['feeds', 'Feeds'],
] as const;

/** How a monitor chooses its checks, in a sentence. */
function looksInWords({ policy, minHours, maxHours, fetches }: Monitor): string {
  const most = `at most ${count(fetches)} fetches a run`;
  if (policy === 'FIXED') return `Each page is checked every ${spanInWords(minHours)}, ${most}.`;
  if (policy === 'POISSON')
    return `The more often a page changes, the more often it is checked: after ${spanInWords(minHours)} to ${spanInWords(maxHours)}, ${most}.`;
  return `Foragers choose the pages that are checked, ${most}.`;
}

/** A monitor: what is new, changed and gone, the pages that it watches, its runs and its feeds. */
export default function MonitorScreen({
  id,
  query,
}: {
  readonly id: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const loaded = useQuery(MONITOR, { id, since: weekAgo });
  const action = useAction(loaded.reload);
  const { key, renew } = useOnceKey(null);
  const [isEdited, setEdited] = useState(false);
  /** Whether the last run had no page to fetch. */
  const [isIdle, setIdle] = useState(false);
  /** The run that was begun here. */
  const [begunId, setBegunId] = useState<string | null>(null);
  const monitor = loaded.data?.monitor;
  const part = PARTS.find(([name]) => name === query.get('part'))?.[0] ?? 'changes';
  const since = query.get('since');
  const latest = monitor?.runs.nodes[0];
  const state = latest?.state;
  const isRunning = state === 'LOOKING' || state === 'SEARCHING';
  const hasEnded = latest !== undefined && latest.id === begunId && !isRunning;
  useAgain(loaded.reload, EVERY_MS, isRunning);
  const addressOf = (parameters: Readonly<Record<string, string | null>>): string =>
    monitorAddress(id, query, parameters);
  const run = async (all: boolean): Promise<void> => {
    const begun = await action.run(RUN_MONITOR, { id, key: all ? `${key}-all` : key, all }, begunInWords);
    if (begun === null) return;
    setIdle(isNothingDue(begun));
    setBegunId(isNothingDue(begun) ? null : begun.runMonitor.id);
    renew();
  };
  const remove = async ({ name }: Monitor): Promise<void> => {
    if (await action.run(DELETE_MONITOR, { id })) go(pathTo('monitors'), { said: `${name} was deleted.` });
  };
  return (
    <>
      <div class="title">
        <Heading text={monitor?.name ?? 'Monitor'} {...(monitor && { hint: looksInWords(monitor) })} />
        <div class="buttons">
          {monitor && mayWrite() && (
            <>
              <button
                type="button"
                class="primary"
                disabled={action.isBusy || isRunning}
                onClick={() => void run(false)}
              >
                {isRunning ? 'Running …' : 'Run now'}
              </button>
              <button type="button" aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
                Change
              </button>
              <ConfirmButton
                text="Delete"
                about={monitor.name}
                disabled={action.isBusy}
                confirmed={() => void remove(monitor)}
              >
                Its changes are deleted with it. The sessions of its runs stay for some days.
              </ConfirmButton>
            </>
          )}
          {monitor && (
            <Link to={pathTo('topic', monitor.topicId)} class="button">
              The topic
            </Link>
          )}
        </div>
      </div>
      <Outcome action={{ ...action, said: hasEnded && action.said !== '' ? endedInWords(latest) : action.said }} />
      {isIdle && !isRunning && (
        <p>
          <button type="button" disabled={action.isBusy} onClick={() => void run(true)}>
            Fetch all pages now
          </button>
        </p>
      )}
      <Listed loaded={loaded} what="the monitor">
        {({ monitor: shown, schedules }) => {
          const [newest] = shown.runs.nodes;
          return (
            <>
              {isEdited && (
                <MonitorForm
                  monitor={shown}
                  cancel={() => setEdited(false)}
                  done={() => {
                    setEdited(false);
                    loaded.reload();
                  }}
                />
              )}
              <Figures
                figures={[
                  ['New', count(shown.new.totalCount), 'in 7 days'],
                  ['Changed', count(shown.changed.totalCount), 'in 7 days'],
                  ['Gone', count(shown.gone.totalCount), 'in 7 days'],
                  ['Pages watched', count(shown.watched), ''],
                  ['Last run', newest ? ago(newest.createdAt, Date.now()) : 'none yet', newest?.error ?? ''],
                ]}
              />
              <p>
                Runs: <MonitorSchedules monitor={shown} schedules={schedules.nodes} action={action} />
              </p>
              <nav class="parts" aria-label="Parts of the monitor">
                {PARTS.map(([name, text]) => (
                  <Link
                    key={name}
                    to={addressOf({ part: name === 'changes' ? null : name })}
                    aria-current={name === part ? 'page' : undefined}
                  >
                    {text}
                  </Link>
                ))}
              </nav>
              {part === 'changes' && (
                <ChangesPart
                  key={`${newest?.id ?? ''} ${newest?.state ?? ''} ${since ?? ''} ${query.get('kind') ?? ''}`}
                  id={id}
                  hasRun={shown.runs.nodes.some((run) => run.state !== 'FAILED')}
                  kind={kindIn(query.get('kind'))}
                  since={since !== null && !Number.isNaN(Date.parse(since)) ? new Date(since).toISOString() : null}
                  addressOf={addressOf}
                />
              )}
              {part === 'pages' && <WatchedPart id={id} />}
              {part === 'runs' && <MonitorRunsPart key={newest?.state ?? ''} id={id} />}
              {part === 'feeds' && (
                <FeedsPart id={id} name={shown.name} hasToken={shown.hasFeedToken} changed={loaded.reload} />
              )}
            </>
          );
        }}
      </Listed>
    </>
  );
}
