import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { idsIn, keepInAddress } from '../../parts/address-list.js';
import { comparePath, MOST_COMPARED } from '../../parts/compared.js';
import { sessionSource } from '../../parts/pick-sources.js';
import { PickedList } from '../../parts/picked-list.js';
import { namesApart, sessionName } from '../../parts/session-names.js';
import { Failed } from '../../parts/states.js';
import { Link } from '../../router.js';
import { CURVES } from './compared-queries.js';
import { type CurvePoint, curveFrom } from './harvest-curve.js';
import { type ComparedCurve, HarvestPlot } from './harvest-plot.js';

/** Beside the session itself. */
const MOST_OTHERS = MOST_COMPARED - 1;

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
  const source = useMemo(() => sessionSource({ topicId, fits: (session) => session.id !== id }), [topicId, id]);
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
        {isOpen && (
          <PickedList
            name={`Up to ${MOST_OTHERS} sessions of the same topic`}
            add="Add a session"
            {...{ chosen, choose, source }}
            most={MOST_OTHERS}
          />
        )}
        {chosen.length > 0 && (
          <p>
            <Link to={comparePath([id, ...chosen])}>Compare them page by page</Link>
          </p>
        )}
      </details>
    </>
  );
}
