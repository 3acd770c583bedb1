import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { idsIn, keepInAddress } from '../../parts/address-list.js';
import { Failed, Loading } from '../../parts/states.js';
import { ago, counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { CURVES, type Sibling, SIBLINGS } from './compared-queries.js';
import { type CurvePoint, curveFrom } from './harvest-curve.js';
import { type ComparedCurve, HarvestPlot } from './harvest-plot.js';

/** More curves cannot be told apart. */
const MOST_OTHERS = 5;

const nameOf = ({ policy, createdAt }: Pick<Sibling, 'policy' | 'createdAt'>): string =>
  `${policy}, ${createdAt.slice(0, 16).replace('T', ' ')}`;

/** Two sessions may have begun in the same minute under the same policy. */
const namedApart = (curves: readonly ComparedCurve[]): ComparedCurve[] =>
  curves.map(({ name, curve }, i) => {
    const earlier = curves.slice(0, i).filter((other) => other.name === name).length;
    return { name: earlier === 0 ? name : `${name} (${earlier + 1})`, curve };
  });

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
        <label key={session.id} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(session.id)}
            disabled={!chosen.includes(session.id) && chosen.length >= MOST_OTHERS}
            onChange={(event) =>
              choose(
                event.currentTarget.checked ? [...chosen, session.id] : chosen.filter((other) => other !== session.id),
              )
            }
          />{' '}
          {nameOf(session)}: {counted(session.relevant, 'relevant page')} of {session.fetched}, made{' '}
          {ago(session.createdAt, Date.now())}
        </label>
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
  const others = useMemo(
    () =>
      namedApart(
        (data?.nodes ?? []).flatMap((node) =>
          node?.__typename === 'Session' && chosen.includes(node.id)
            ? [{ name: nameOf(node), curve: curveFrom(node.series) }]
            : [],
        ),
      ),
    [data, chosen],
  );
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
            <Link to={`${pathTo('compare')}?sessions=${[id, ...chosen].map(encodeURIComponent).join(',')}`}>
              Compare them page by page
            </Link>
          </p>
        )}
      </details>
    </>
  );
}
