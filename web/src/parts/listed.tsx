import type { ComponentChildren, JSX } from 'preact';
import type { Loaded } from '../api/use-query.js';
import { Empty, Loading } from './states.js';
import { Trouble } from './trouble.js';

interface Props<Data> {
  readonly loaded: Loaded<Data>;
  /** What is being loaded, such as `the keys`. */
  readonly what: string;
  readonly isEmpty?: (data: Data) => boolean;
  /** What is said where there is nothing. */
  readonly empty?: ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}

/** What was asked for, once it is there; until then that it is being loaded, has failed, or is empty. */
export function Listed<Data>({ loaded, what, isEmpty, empty, children }: Props<Data>): JSX.Element {
  const { data, failure, isLoading, reload } = loaded;
  return (
    <>
      {failure && <Trouble failure={failure} again={reload} />}
      {!data && isLoading && <Loading what={what} />}
      {data && (isEmpty?.(data) === true ? <Empty>{empty}</Empty> : children(data))}
    </>
  );
}
