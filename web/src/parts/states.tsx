import type { ComponentChildren, JSX } from 'preact';
import type { Failure } from '../api/failures.js';
import { Link } from '../router.js';
import { pathTo } from '../routes.js';
import { asSentence } from './failure-place.js';
import { useSharedFailure } from './shared-failure.js';

/** States of a screen without content: loading, empty, failed. */

export const Loading = ({ what }: { readonly what: string }): JSX.Element => (
  <p class="loading" role="status">
    Loading {what} …
  </p>
);

/** The list to go on from an object that does not exist any more, by its kind. */
const LISTS: Readonly<Record<string, { readonly path: string; readonly name: string }>> = {
  experiment: { path: pathTo('experiments'), name: 'All experiments' },
  key: { path: pathTo('operatePart', 'keys'), name: 'All keys' },
  model: { path: pathTo('topics'), name: 'All topics' },
  monitor: { path: pathTo('monitors'), name: 'All monitors' },
  project: { path: pathTo('operatePart', 'projects'), name: 'All projects' },
  schedule: { path: pathTo('schedules'), name: 'All schedules' },
  session: { path: pathTo('sessions'), name: 'All sessions' },
  spider: { path: pathTo('spiders'), name: 'All spiders' },
  topic: { path: pathTo('topics'), name: 'All topics' },
  webhook: { path: pathTo('operatePart', 'webhooks'), name: 'All webhooks' },
};
const NOTHING = (): void => undefined;

export function Failed({
  failure,
  again,
}: {
  readonly failure: Failure;
  readonly again?: () => void;
}): JSX.Element | null {
  const list = LISTS[failure.missing ?? ''];
  // A screen and a change on it find the same object missing.
  const shared = useSharedFailure(failure.message, again ?? (list && NOTHING));
  if (shared.isShownElsewhere) return null;
  return (
    <div class="failed" role="alert">
      <p>
        <strong>{asSentence(failure.message)}</strong> {failure.advice}
      </p>
      {list && list.path !== location.pathname && <Link to={list.path}>{list.name}</Link>}
      {again && !list && (
        <button type="button" onClick={shared.retryAll}>
          Try again
        </button>
      )}
    </div>
  );
}

export const Empty = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <div class="empty">{children}</div>
);

/** The word of a state, with a colour that never stands alone. */
export const Badge = ({
  state,
  children,
}: {
  readonly state: string;
  readonly children: ComponentChildren;
}): JSX.Element => <span class={`badge badge-${state.toLowerCase()}`}>{children}</span>;
