import type { TypedDocumentNode } from '@urql/core';
import { useState } from 'preact/hooks';
import { ask } from '../api/client.js';
import type { Failure } from '../api/failures.js';

export interface Action {
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  /** The last successful action, in words; empty after a failure. */
  readonly said: string;
  /** Makes a change. @returns its answer; null when it was refused, which `failure` then tells */
  readonly run: <Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    said?: string | ((data: Data) => string),
  ) => Promise<Data | null>;
}

/**
 * Changes that somebody makes, one at a time, with what came of the last one.
 *
 * @param changed called after each that was made, and if its object does not exist any more
 */
export function useAction(changed: () => void = () => undefined): Action {
  const [state, setState] = useState<Pick<Action, 'isBusy' | 'failure' | 'said'>>({
    isBusy: false,
    failure: null,
    said: '',
  });
  return {
    ...state,
    async run(document, variables, said = '') {
      setState({ isBusy: true, failure: null, said: '' });
      const { data, failure } = await ask(document, variables);
      setState({ isBusy: false, failure, said: data === null ? '' : typeof said === 'string' ? said : said(data) });
      // An object that somebody else has deleted goes from the screen, too.
      if (!failure || failure.missing !== undefined) changed();
      return data;
    },
  };
}
