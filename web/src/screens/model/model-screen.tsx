import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { duration, minuteOf, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { Comparison } from './comparison.js';
import { Calibration, LearningCurve } from './curves.js';
import { Before, Classes, Goal, TellingWords } from './details.js';
import { ConfusionTable, Figures } from './figures.js';
import { Judge } from './judge.js';
import { type Model, MODEL } from './queries.js';
import { TEXT_MODELS } from './words.js';
import './model.css';

/** While it is in training it is asked for again and again. */
const EVERY_MS = 1_500;

function Training({
  model: { config, keywordSetVersion, report, threshold, trainedAt },
}: {
  readonly model: Model;
}): JSX.Element {
  return (
    <section aria-labelledby="training-heading">
      <h2 id="training-heading">Training</h2>
      <p>
        {keywordSetVersion !== null && `Of version ${keywordSetVersion} of the keywords. `}
        {threshold !== null && `Pages with a probability of ${percent(threshold)} or more are relevant. `}
        {report?.textModel && `Anchors are judged by ${TEXT_MODELS[report.textModel] ?? report.textModel}. `}
        {report?.trainingMs != null && `Training took ${duration(report.trainingMs / 1_000)}. `}
        {trainedWords(trainedAt)}
      </p>
      <details>
        <summary>Settings</summary>
        <pre class="config" tabIndex={0}>
          {JSON.stringify(config, null, 2)}
        </pre>
      </details>
    </section>
  );
}

const trainedWords = (trainedAt: string | null): string =>
  trainedAt === null ? '' : `Trained on ${minuteOf(trainedAt)}.`;

function Report({ model, otherId }: { readonly model: Model; readonly otherId: string | null }): JSX.Element {
  const { metrics, report } = model;
  return (
    <div class="model">
      {metrics && <Figures metrics={metrics} />}
      {report && metrics && <Goal goal={report.goal} metrics={metrics} />}
      {mayWrite() && <Judge modelId={model.id} />}
      {metrics?.confusion && <ConfusionTable confusion={metrics.confusion} />}
      {report && (
        <div class="halves">
          <Calibration report={report} />
          <LearningCurve report={report} />
        </div>
      )}
      {report?.tellingWords && <TellingWords words={report.tellingWords} />}
      {report?.classes && <Classes classes={report.classes} />}
      {report?.before && <Before before={report.before} />}
      <Comparison model={model} otherId={otherId} />
      <Training model={model} />
    </div>
  );
}

/** A model: what it reaches, what it goes by, and what it says of a page. */
export default function ModelScreen({
  id,
  otherId,
}: {
  readonly id: string;
  readonly otherId: string | null;
}): JSX.Element {
  const loaded = useQuery(MODEL, { id });
  const { data, reload } = loaded;
  const isTraining = data?.model.state === 'TRAINING';
  useEffect(() => {
    if (!isTraining) return;
    const timer = setInterval(reload, EVERY_MS);
    return () => clearInterval(timer);
  }, [isTraining, reload]);
  const model = data?.model;
  return (
    <>
      <Heading text={model ? `Model ${model.version}: ${model.kind}` : 'Model'} />
      {model && (
        <p class="note">
          Of the topic <Link to={pathTo('topic', model.topic.id)}>{model.topic.name}</Link>
        </p>
      )}
      <Listed loaded={loaded} what="the model">
        {({ model: shown }) => {
          if (shown.state === 'READY') return <Report model={shown} otherId={otherId} />;
          if (shown.state === 'FAILED')
            return (
              <p class="refused" role="alert">
                The training failed: {shown.error}. Fix the named cause, then train another one.
              </p>
            );
          return (
            <p role="status">
              In training … <progress value={shown.job?.progress ?? 0} max={1} aria-label="Progress of the training" />
            </p>
          );
        }}
      </Listed>
    </>
  );
}
