import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { headed } from '../../parts/named-words.js';
import { LinePlot } from '../../parts/plot/line-plot.js';
import { ParetoPlot } from '../../parts/plot/pareto-plot.js';
import { Badge, Empty, Failed, Loading } from '../../parts/states.js';
import { count, counted } from '../../parts/words.js';
import { Link, useInAddress } from '../../router.js';
import { pathTo } from '../../routes.js';
import { ExperimentActions } from './experiment-actions.js';
import { ExperimentTable } from './experiment-table.js';
import { linesOf } from './measures.js';
import { type Budget, EXPERIMENT } from './queries.js';
import './compare.css';

/** While an experiment goes on, its results are asked for again and again. */
const EVERY_MS = 5_000;

function Results({ budget }: { readonly budget: Budget }): JSX.Element {
  const [pages, domains] = useMemo(() => [linesOf(budget, 'relevantCurve'), linesOf(budget, 'domainCurve')], [budget]);
  const points = budget.policies.map((policy) => ({
    ...{ name: policy.name, x: policy.domains.mean, y: policy.relevant.mean },
  }));
  return (
    <>
      <ExperimentTable budget={budget} />
      <p class="note">
        Means over the runs, with 95% intervals. Area is the mean over all fetches of the harvest rate so far. The other
        policies are compared with the first one, over the random seeds that both have.
      </p>
      <div class="halves">
        <section aria-labelledby="relevant-heading">
          <h2 id="relevant-heading">Relevant pages</h2>
          <LinePlot
            name="Relevant pages"
            xName="Fetched pages"
            lines={pages}
            caption="Relevant pages found, after so many pages: the mean of the runs, and from the least to the most."
          />
        </section>
        <section aria-labelledby="domains-heading">
          <h2 id="domains-heading">Relevant domains</h2>
          <LinePlot
            name="Relevant domains"
            xName="Fetched pages"
            lines={domains}
            caption="Domains with a relevant page, after so many pages: the mean of the runs, and from the least to the most."
          />
        </section>
      </div>
      <section aria-labelledby="pareto-heading">
        <h2 id="pareto-heading">Pages against domains</h2>
        <ParetoPlot points={points} xName="Relevant domains" yName="Relevant pages" />
      </section>
    </>
  );
}

/** The results of policies on a known web. */
export default function ExperimentScreen({ id }: { readonly id: string }): JSX.Element {
  const { data, failure, reload } = useQuery(EXPERIMENT, { id });
  const [named, setNamed] = useInAddress('budget');
  const state = data?.experiment.state;
  const goesOn = state === 'QUEUED' || state === 'RUNNING';
  useAgain(reload, EVERY_MS, goesOn);
  if (!data)
    return (
      <>
        <Heading text="Experiment" />
        {failure ? <Failed failure={failure} again={reload} /> : <Loading what="the experiment" />}
      </>
    );
  const { name, error, plannedRuns, finishedRuns, notes, results } = data.experiment;
  const budget = results.budgets.find((one) => String(one.budget) === named) ?? results.budgets[0];
  return (
    <>
      <div class="title">
        <Heading text={name} />
        <Badge state={data.experiment.state}>{headed(data.experiment.state)}</Badge>
      </div>
      <ExperimentActions
        {...{ id, name, state: data.experiment.state }}
        hasResults={budget !== undefined && budget.policies.length > 0}
        changed={reload}
      />
      {failure && <Failed failure={failure} again={reload} />}
      <p role="status">
        {count(finishedRuns)} of {counted(plannedRuns, 'run')} are finished. {error}
      </p>
      {results.budgets.length > 1 && (
        <div class="filters">
          <label>
            <span>Budget</span>
            <select value={String(budget?.budget)} onChange={(event) => setNamed(event.currentTarget.value)}>
              {results.budgets.map((one) => (
                <option key={one.budget} value={String(one.budget)}>
                  {counted(one.budget, 'fetch', 'fetches')}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {budget && budget.policies.length > 0 ? (
        <Results budget={budget} />
      ) : (
        <Empty>
          {goesOn
            ? 'No run is finished yet. Results appear here as they come.'
            : 'No run was finished, so there is nothing to compare.'}
        </Empty>
      )}
      {notes.length > 0 && (
        <section aria-labelledby="notes-heading">
          <h2 id="notes-heading">Known biases</h2>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      <p class="note">
        Experiments keep the numbers of their runs, not the single pages. To compare pages,{' '}
        <Link to={pathTo('compare')}>put sessions side by side</Link>.
      </p>
    </>
  );
}
