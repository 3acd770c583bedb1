import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { Failed } from '../../parts/states.js';
import { percent } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MODEL, SWITCH, TRAIN } from './queries.js';

const EVERY_MS = 1_000;

interface Props {
  readonly topicId: string;
  readonly sessionId: string | null;
  readonly newest: { readonly version: number; readonly f1: number | null } | null;
}

/** Has a model learn from the labels, and lets a session go on under it. */
export function NewModel({ topicId, sessionId, newest }: Props): JSX.Element {
  const [model, setModel] = useState<{ id: string; state: string; version: number; f1: number | null } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const train = async (): Promise<void> => {
    const { data, failure: refused } = await ask(TRAIN, { topicId, key: crypto.randomUUID() });
    setFailure(refused);
    if (data) setModel({ ...data.trainModel, version: 0, f1: null });
  };
  const isTraining = model !== null && model.state !== 'READY' && model.state !== 'FAILED';
  useEffect(() => {
    if (!isTraining) return;
    const timer = setInterval(() => {
      void ask(MODEL, { id: model.id }).then(({ data, failure: refused }) => {
        setFailure(refused);
        if (data) setModel({ ...data.model, f1: data.model.metrics?.f1 ?? null });
        if (data?.model.state === 'FAILED')
          setFailure({
            message: data.model.error ?? 'The training failed.',
            advice: 'Give more labels of both kinds, then try again.',
            field: null,
            needsKey: false,
          });
      });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isTraining, model?.id]);
  const goOn = async (): Promise<void> => {
    if (sessionId === null || model === null) return;
    const { failure: refused } = await ask(SWITCH, { sessionId, modelId: model.id });
    setFailure(refused);
    if (!refused) go(pathTo('session', sessionId));
  };
  const shown = model?.state === 'READY' ? model : newest;
  return (
    <section aria-labelledby="model-heading">
      <h2 id="model-heading">The model</h2>
      <p role="status">
        {isTraining
          ? 'A new version is in training …'
          : shown
            ? shown.f1 === null
              ? `Version ${shown.version}; its F1 was not measured.`
              : `Version ${shown.version}; F1 ${percent(shown.f1)} in cross-validation.`
            : 'There is no model yet.'}
      </p>
      {failure && <Failed failure={failure} />}
      <div class="buttons">
        <button type="button" disabled={isTraining} onClick={() => void train()}>
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
