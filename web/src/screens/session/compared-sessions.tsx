import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { idsIn, keepInAddress } from '../../parts/address-list.js';
import { comparePath, MOST_COMPARED } from '../../parts/compared.js';
import { SessionChoice } from '../../parts/session-choice.js';
import { namesApart, sessionName } from '../../parts/session-names.js';
import { Failed, Loading } from '../../parts/states.js';
import { ago, counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { CURVES, SIBLINGS } from './compared-queries.js';
import { type CurvePoint, curveFrom } from './harvest-curve.js';
import { type ComparedCurve, HarvestPlot } from './harvest-plot.js';

/** Beside the session itself. */
const MOST_OTHERS = MOST_COMPARED - 1;

interface ChoiceProps {
  readonly id: string;
  readonly topicId: string;
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

function Choice({ id, topicId, chosen, choose }: ChoiceProps): JSX.Element {
  const { data, failure, reload } = useQuery(SIBLINGS, { topicId });
  if (failure) return <Failed failure={failure} again={reload} />;
  if (!data) return <Loading what="the sessions of the topic" />;
  const siblings = data.topic.sessions.nodes.filter((session) => session.id !== id);
  if (siblings.length === 0)
    return (
      <p>
        The topic has no other session.{' '}
        <Link to={`${pathTo('start')}?topic=${encodeURIComponent(topicId)}`}>Start another one</Link> to compare them.
      </p>
    );
  return (
    <fieldset class="choice">
      <legend>Up to {MOST_OTHERS} sessions of the same topic</legend>
      {siblings.map((session) => (
        <SessionChoice key={session.id} id={session.id} chosen={chosen} choose={choose} most={MOST_OTHERS}>
          {sessionName(session)}: {counted(session.relevant, 'relevant page')} of {session.fetched}, started{' '}
          {ago(session.createdAt, Date.now())}
        </SessionChoice>
      ))}
    </fieldset>
  );
}

interface Props {
  readonly id: string;
  readonly topicId: string;
  readonly curve: readonly CurvePoint[];
  /** Ids of the sessions that the address names. */
  readonly beside: string | null;
}

/** The curves of a session, beside those of others of its topic. Which ones is kept in the address. */
export function ComparedSessions({ id, topicId, curve, beside }: Props): JSX.Element {
  const [chosen, setChosen] = useState(() =>
    idsIn(beside)
      .filter((other) => other !== id)
      .slice(0, MOST_OTHERS),
  );
  const [isOpen, setOpen] = useState(false);
  const { data, failure, reload } = useQuery(CURVES, { ids: chosen });
  const others = useMemo((): readonly ComparedCurve[] => {
    const sessions = (data?.nodes ?? []).flatMap((node) =>
      node?.__typename === 'Session' && chosen.includes(node.id) ? [node] : [],
    );
    const names = namesApart(sessions.map(sessionName));
    return sessions.map(({ series }, i) => ({ name: names[i] ?? '', curve: curveFrom(series) }));
  }, [data, chosen]);
  const choose = (ids: readonly string[]): void => {
    setChosen([...ids]);
    keepInAddress('with', ids);
  };
  return (
    <>
      <HarvestPlot curve={curve} others={others} />
      {failure && <Failed failure={failure} again={reload} />}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Compare with earlier sessions</summary>
        {isOpen && <Choice id={id} topicId={topicId} chosen={chosen} choose={choose} />}
        {chosen.length > 0 && (
          <p>
            <Link to={comparePath([id, ...chosen])}>Compare them page by page</Link>
          </p>
        )}
      </details>
    </>
  );
}
