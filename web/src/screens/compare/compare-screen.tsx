import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { idsIn } from '../../parts/address-list.js';
import { MOST_COMPARED } from '../../parts/compared.js';
import { Heading } from '../../parts/heading.js';
import { LabParts } from '../../parts/lab-parts.js';
import { LinePlot } from '../../parts/plot/line-plot.js';
import { ParetoPlot } from '../../parts/plot/pareto-plot.js';
import { namesApart, sessionName } from '../../parts/session-names.js';
import { Failed, Loading } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { count, counted, duration, percent, STATES } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { Choose } from './choose.js';
import { Differences } from './differences.js';
import { COMPARE, type Compared } from './queries.js';
import './compare.css';

interface Props {
  readonly sessions: readonly Compared[];
  readonly names: readonly string[];
}

const FIGURES: readonly (readonly [head: string, of: (compared: Compared) => string])[] = [
  ['Harvest rate', ({ session }) => percent(session.harvestRate)],
  ['Relevant pages', ({ session }) => count(session.relevant)],
  ['Relevant domains', ({ session }) => count(session.relevantDomainCount)],
  ['Fetches', ({ session }) => count(session.fetched + session.failed)],
  ['Failed', ({ session }) => count(session.failed)],
  ['Time', ({ session }) => duration(session.activeSeconds)],
  ['Found alone', ({ onlyHere }) => count(onlyHere)],
  ['Missed', ({ missed }) => count(missed)],
];

const Figures = ({ sessions, names }: Props): JSX.Element => (
  <Table
    name="Figures by session"
    rows={sessions}
    idOf={({ session }) => session.id}
    columns={[
      {
        head: 'Session',
        cell: (compared) => (
          <>
            <Link to={pathTo('session', compared.session.id)}>{names[sessions.indexOf(compared)]}</Link>
            <br />
            <small>
              <bdi>{compared.session.topic.name}</bdi> · {STATES[compared.session.state] ?? compared.session.state}
            </small>
          </>
        ),
      },
      ...FIGURES.map(([head, of]) => ({ head, isNumber: true, cell: of })),
    ]}
  />
);

function Curves({ sessions, names }: Props): JSX.Element {
  const [pages, domains] = useMemo(() => {
    const lines = (value: (point: Compared['session']['series'][number]) => number) =>
      sessions.map(({ session }, i) => ({
        name: names[i] ?? '',
        points: [{ x: 0, y: 0 }, ...session.series.map((point) => ({ x: point.fetched, y: value(point) }))],
      }));
    return [lines(({ relevant }) => relevant), lines(({ relevantDomainCount }) => relevantDomainCount)];
  }, [sessions, names]);
  return (
    <div class="halves">
      <section aria-labelledby="relevant-heading">
        <h2 id="relevant-heading">Relevant pages</h2>
        <LinePlot
          name="Relevant pages"
          xName="Pages"
          lines={pages}
          caption="Relevant pages found, after so many pages."
        />
      </section>
      <section aria-labelledby="domains-heading">
        <h2 id="domains-heading">Relevant domains</h2>
        <LinePlot
          name="Relevant domains"
          xName="Pages"
          lines={domains}
          caption="Domains with a relevant page, after so many pages."
        />
      </section>
    </div>
  );
}

function Comparison({ ids }: { readonly ids: readonly string[] }): JSX.Element {
  const { data, failure, reload } = useQuery(COMPARE, { ids: [...ids] });
  const sessions = useMemo(() => data?.compareSessions.sessions ?? [], [data]);
  const names = useMemo(() => namesApart(sessions.map(({ session }) => sessionName(session))), [sessions]);
  if (failure) return <Failed failure={failure} again={reload} />;
  if (!data) return <Loading what="the comparison" />;
  const { relevantUrls, foundByAll } = data.compareSessions;
  const points = sessions.map(({ session }, i) => ({
    ...{ name: names[i] ?? '', x: session.relevantDomainCount, y: session.relevant },
  }));
  return (
    <>
      <p>
        Together they found {counted(relevantUrls, 'relevant page')}; {count(foundByAll)} of them were found by all.
      </p>
      <Figures sessions={sessions} names={names} />
      <Curves sessions={sessions} names={names} />
      <section aria-labelledby="pareto-heading">
        <h2 id="pareto-heading">Pages against domains</h2>
        <ParetoPlot points={points} xName="Relevant domains" yName="Relevant pages" />
      </section>
      <Differences key={ids.join()} ids={ids} names={names} />
    </>
  );
}

/** Sessions side by side; without a choice, what can be compared. */
export default function CompareScreen({ sessions }: { readonly sessions: string | null }): JSX.Element {
  const ids = idsIn(sessions).slice(0, MOST_COMPARED);
  return (
    <>
      <Heading text="Sessions side by side" hint="Curves, figures and single pages of several sessions." />
      <LabParts here="compare" />
      {ids.length >= 2 ? (
        <>
          <p class="note">
            <Link to={pathTo('compare')}>Compare others</Link>
          </p>
          <Comparison ids={ids} />
        </>
      ) : (
        <Choose given={ids} />
      )}
    </>
  );
}
