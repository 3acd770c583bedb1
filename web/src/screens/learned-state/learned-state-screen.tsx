import type { JSX } from 'preact';
import { mayWrite } from '../../api/sign-in.js';
import { Figures } from '../../parts/figures.js';
import { Heading } from '../../parts/heading.js';
import { spoken } from '../../parts/named-words.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { count, hasEnded } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { figure } from './figures.js';
import { ForagersPart } from './foragers-part.js';
import { TablePart, WeightsPart } from './number-parts.js';
import type { History, LearnedState, LearnedStateSession } from './queries.js';
import { LearnedPart } from './learned-part.js';
import { TreePart } from './tree-part.js';
import { useLearnedState } from './use-learned-state.js';
import './learned-state.css';

function Nothing({ session }: { readonly session: LearnedStateSession }): JSX.Element {
  return (
    <Empty>
      <p>The policy has no learned state yet.</p>
      <p>
        {hasEnded(session.state)
          ? 'The session has no learned state: it fetched no page, or it ran under a release that stored none.'
          : 'It appears here a few seconds after the first page is fetched.'}
        {hasEnded(session.state) && mayWrite() && ' Extend it to record one.'}
      </p>
    </Empty>
  );
}

function HistoryPart({ history }: { readonly history: History }): JSX.Element {
  return (
    <LearnedPart title="History" note="Changes of the learned state and decisions, newest first.">
      {history.events.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <ol class="events" reversed start={history.inAll}>
          {[...history.events].reverse().map(({ step, text }, i) => (
            <li key={history.inAll - i}>
              {step === null ? '' : `Step ${count(step)}: `}
              {text}
            </li>
          ))}
        </ol>
      )}
    </LearnedPart>
  );
}

const isEmpty = ({ tree, tables, weights, foragers }: LearnedState): boolean =>
  tree === null && tables.length + weights.length + foragers.length === 0;

function Parts({ learnedState }: { readonly learnedState: LearnedState }): JSX.Element {
  const { tree, tables, weights, foragers, history } = learnedState;
  return (
    <>
      {isEmpty(learnedState) && (
        <p>This policy does not learn: it ranks links the same way from the first page to the last.</p>
      )}
      {tree && <TreePart tree={tree} history={history} />}
      {tables.map((table) => (
        <TablePart key={table.title} table={table} />
      ))}
      {weights.map((list) => (
        <WeightsPart key={list.title} list={list} />
      ))}
      {foragers.length > 0 && <ForagersPart foragers={foragers} />}
      {history && !tree && <HistoryPart history={history} />}
    </>
  );
}

/** The learned state of a session's policy. */
export default function LearnedStateScreen({ id }: { readonly id: string }): JSX.Element {
  const { data, failure, reload } = useLearnedState(id);
  const session = data?.session;
  const learnedState = session?.learnedState ?? null;
  return (
    <>
      {session ? <Heading text="Policy:" of={session.topic.name} /> : <Heading text="Policy" />}
      <p class="note">
        <Link to={pathTo('session', id)}>Back to the session</Link>
      </p>
      {failure && <Failed failure={failure} again={reload} />}
      {!session && !failure && <Loading what="the state of the policy" />}
      {session && learnedState === null && <Nothing session={session} />}
      {session && learnedState !== null && (
        <>
          <p class="note">
            Policy {session.policy}, as of step {count(learnedState.completed)}
            {hasEnded(session.state) ? '.' : '; looked at again every few seconds.'}
          </p>
          <p>
            <strong>It follows:</strong> {learnedState.ranksBy}
          </p>
          <Parts learnedState={learnedState} />
          {session.policyStats.length > 0 && (
            <LearnedPart title="Figures" note="Counters of the policy.">
              <Figures figures={session.policyStats.map(({ name, value }) => [spoken(name), figure(value), ''])} />
            </LearnedPart>
          )}
        </>
      )}
    </>
  );
}
