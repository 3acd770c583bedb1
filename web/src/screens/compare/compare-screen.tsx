import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { idsIn } from '../../parts/address-list.js';
import { MOST_COMPARED } from '../../parts/compared.js';
import { Heading } from '../../parts/heading.js';
import { LabParts } from '../../parts/lab-parts.js';
import { LinePlot } from '../../parts/plot/line-plot.js';
import { ParetoPlot } from '../../parts/plot/pareto-plot.js';
import { SaveCsv } from '../../parts/save-csv.js';
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

interface ComparedFigure {
  readonly head: string;
  /** The head in a file, if it has another unit there. */
  readonly inFile?: string;
  /** Null: not known yet. */
  readonly of: (compared: Compared) => number | null;
  readonly say: (value: number) => string;
}

const shown = (value: number | null, say: (value: number) => string): string => (value === null ? '–' : say(value));

const FIGURES: readonly ComparedFigure[] = [
  { head: 'Harvest rate', of: ({ session }) => session.harvestRate, say: percent },
  { head: 'Relevant pages', of: ({ session }) => session.relevant, say: count },
  { head: 'Relevant domains', of: ({ session }) => session.relevantDomainCount, say: count },
  { head: 'Fetches', of: ({ session }) => session.fetched + session.failed, say: count },
  { head: 'Failed', of: ({ session }) => session.failed, say: count },
  { head: 'Time', inFile: 'Seconds', of: ({ session }) => session.activeSeconds, say: duration },
  { head: 'Found alone', of: ({ onlyHere }) => onlyHere, say: count },
  { head: 'Missed', of: ({ missed }) => missed, say: count },
];

/** The table of figures for a file: its numbers are not rounded. */
const figuresOf = ({ sessions, names }: Props): (string | number | null)[][] => [
  ['Session', 'Topic', 'State', ...FIGURES.map(({ head, inFile = head }) => inFile), 'Id'],
  ...sessions.map((compared, i) => [
    names[i] ?? '',
    compared.session.topic.name,
    STATES[compared.session.state] ?? compared.session.state,
    ...FIGURES.map(({ of }) => of(compared)),
    compared.session.id,
  ]),
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
      ...FIGURES.map(({ head, of, say }) => ({
        head,
        isNumber: true,
        cell: (compared: Compared) => shown(of(compared), say),
      })),
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
      <p>
        <SaveCsv name="figures" table={() => figuresOf({ sessions, names })} />
      </p>
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
