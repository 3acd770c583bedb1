import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { Failed } from '../../parts/states.js';
import { percent } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type ListedModel, MODEL, SWITCH, TRAIN } from './queries.js';

const EVERY_MS = 1_000;

interface Props {
  readonly topicId: string;
  readonly sessionId: string | null;
  /** The newest model of the topic when the screen was opened. */
  readonly newest: ListedModel | null;
}

const isUnfinished = ({ state }: ListedModel): boolean => state !== 'READY' && state !== 'FAILED';

function standingOf(model: ListedModel | null): string {
  if (model === null) return 'There is no model yet.';
  if (isUnfinished(model)) return 'A new version is in training …';
  if (model.state === 'FAILED') return `The training of version ${model.version} failed.`;
  const f1 = model.metrics?.f1;
  return f1 == null
    ? `Version ${model.version}; its F1 was not measured.`
    : `Version ${model.version}; F1 ${percent(f1)} in cross-validation.`;
}

const trainingFailed = (error: string | null): Failure => ({
  message: error ?? 'The training failed.',
  advice: 'Give more labels of both kinds, then try again.',
  field: null,
  needsKey: false,
});

/** Has a model learn from the labels, and lets a session go on under it. */
export function NewModel({ topicId, sessionId, newest }: Props): JSX.Element {
  /** A model whose training was seen here, also one that was in training when the screen was opened. */
  const [model, setModel] = useState<ListedModel | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const shown = model ?? newest;
  const trained = shown !== null && isUnfinished(shown) ? shown.id : null;
  const train = async (): Promise<void> => {
    const { data, failure: refused } = await ask(TRAIN, { topicId, key: crypto.randomUUID() });
    setFailure(refused);
    if (data) setModel(data.trainModel);
  };
  useEffect(() => {
    if (trained === null) return;
    const timer = setInterval(() => {
      void ask(MODEL, { id: trained }).then(({ data, failure: refused }) => {
        setFailure(data?.model.state === 'FAILED' ? trainingFailed(data.model.error) : refused);
        if (data) setModel(data.model);
      });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [trained]);
  const goOn = async (): Promise<void> => {
    if (sessionId === null || model === null) return;
    const { failure: refused } = await ask(SWITCH, { sessionId, modelId: model.id });
    setFailure(refused);
    if (!refused) go(pathTo('session', sessionId));
  };
  return (
    <section aria-labelledby="model-heading">
      <h2 id="model-heading">The model</h2>
      <p role="status">{standingOf(shown)}</p>
      {failure && <Failed failure={failure} />}
      <div class="buttons">
        <button type="button" disabled={trained !== null} onClick={() => void train()}>
          Train a model with the labels
        </button>
        {model?.state === 'READY' && <Link to={pathTo('model', model.id)}>Inspect the model</Link>}
        {model?.state === 'READY' && sessionId !== null && (
          <button type="button" class="primary" onClick={() => void goOn()}>
            Continue the session under the new model
          </button>
        )}
      </div>
    </section>
  );
}
