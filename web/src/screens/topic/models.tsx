import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Fold } from '../../parts/fold.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { ago, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { DELETE_MODEL, type ListedModel, MODELS } from './model-queries.js';
import { TrainForm } from './train-form.js';

/** While a model is in training, the list is asked for again and again. */
const EVERY_MS = 1_500;

function State({ model: { state, error, job, version } }: { readonly model: ListedModel }): JSX.Element {
  if (state === 'READY') return <Badge state="RUNNING">ready</Badge>;
  if (state === 'FAILED')
    return (
      <>
        <Badge state="FAILED">failed</Badge> {error}
      </>
    );
  return (
    <>
      <Badge state="QUEUED">in training</Badge>{' '}
      {job && <progress value={job.progress} max={1} aria-label={`Training of version ${version}`} />}
    </>
  );
}

interface Props {
  readonly topicId: string;
  readonly hasLabeller: boolean;
}

/** The models of a topic with their quality; a new one can be trained. */
export function ModelsPart({ topicId, hasLabeller }: Props): JSX.Element {
  const paging = usePaging('models');
  const loaded = useQuery(MODELS, { id: topicId, after: paging.after });
  const { data, reload } = loaded;
  const action = useAction(reload);
  const isTraining = data?.topic.models.nodes.some(({ state }) => state === 'TRAINING') ?? false;
  useEffect(() => {
    if (!isTraining) return;
    const timer = setInterval(reload, EVERY_MS);
    return () => clearInterval(timer);
  }, [isTraining, reload]);
  return (
    <section aria-labelledby="models-heading">
      <h2 id="models-heading">Models</h2>
      <Outcome action={action} />
      <Listed
        loaded={loaded}
        what="the models"
        isEmpty={({ topic }) => topic.models.nodes.length === 0}
        empty={
          <p>
            There is no model yet.
            {mayWrite() && ' Train one below, or start a session: it makes one from the keywords.'}
          </p>
        }
      >
        {({ topic: { models } }) => (
          <>
            <Table
              name="Models"
              rows={models.nodes}
              idOf={({ id }) => id}
              columns={[
                {
                  head: 'Model',
                  cell: ({ id, version, kind }) => (
                    <Link to={pathTo('model', id)}>
                      Version {version}: {kind}
                    </Link>
                  ),
                },
                { head: 'State', cell: (model) => <State model={model} /> },
                {
                  head: 'F1',
                  means: 'Harmonic mean of precision and recall, in cross-validation',
                  isNumber: true,
                  cell: ({ metrics }) => percent(metrics?.f1 ?? null),
                },
                {
                  head: 'Average precision',
                  means: 'Area under the curve of precision over recall, in cross-validation',
                  isNumber: true,
                  cell: ({ metrics }) => percent(metrics?.averagePrecision ?? null),
                },
                {
                  head: 'Examples',
                  isNumber: true,
                  cell: ({ metrics }) => (metrics ? `${metrics.positives} + ${metrics.negatives}` : '–'),
                },
                { head: 'Trained', cell: ({ createdAt }) => ago(createdAt, Date.now()) },
                {
                  head: 'Actions',
                  isChange: true,
                  cell: ({ id, version }) => (
                    <ConfirmButton
                      text="Delete"
                      about={`version ${version}`}
                      disabled={action.isBusy}
                      confirmed={() => void action.run(DELETE_MODEL, { id }, `Version ${version} was deleted.`)}
                    >
                      A model that a session uses is not deleted.
                    </ConfirmButton>
                  ),
                },
              ]}
            />
            <Pager paging={paging} info={models.pageInfo} name="More models" />
          </>
        )}
      </Listed>
      {mayWrite() && (
        <Fold title="Train a model" level={3} isOpen={data?.topic.models.nodes.length === 0}>
          {() => <TrainForm topicId={topicId} hasLabeller={hasLabeller} begun={reload} />}
        </Fold>
      )}
    </section>
  );
}
