import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../api/failures.js';
import { Failed, Loading } from './states.js';

/** The service is away, or was updated since the page was loaded and has the code under another name. */
const NO_CODE: Failure = {
  message: 'This screen could not be loaded.',
  advice: 'If the service was updated, loading the page again helps. Otherwise check that the service runs.',
  field: null,
  needsKey: false,
};

/** A screen whose code, with its style, is loaded when it is opened. */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props) {
    const [Screen, setScreen] = useState<ComponentType<Props> | null>(() => loaded);
    const [isLost, setLost] = useState(false);
    useEffect(() => {
      if (Screen) return;
      load().then(
        (module) => {
          loaded = module.default;
          setScreen(() => module.default);
        },
        () => setLost(true),
      );
    }, []);
    if (isLost) return <Failed failure={NO_CODE} again={() => location.reload()} />;
    return Screen ? <Screen {...props} /> : <Loading what="the screen" />;
  };
}
