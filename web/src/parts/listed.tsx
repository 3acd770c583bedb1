import type { ComponentChildren, JSX } from 'preact';
import type { Loaded } from '../api/use-query.js';
import { Empty, Loading } from './states.js';
import { Trouble } from './trouble.js';

interface Props<Data> {
  readonly loaded: Loaded<Data>;
  /** Name of the loaded data, such as `the keys`. */
  readonly what: string;
  readonly isEmpty?: (data: Data) => boolean;
  /** Message of an empty list. */
  readonly empty?: ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}

/** The loaded data; before that the state of loading, the failure, or the message of an empty list. */
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
