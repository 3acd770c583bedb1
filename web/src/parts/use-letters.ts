import { useLayoutEffect, useRef } from 'preact/hooks';
import { keyMissing } from '../api/client.js';

/** Something is being typed or chosen there, so that letters are not keys. */
const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog';

/**
 * One key each, as long as they are switched on: not while something is typed, and not with a key held down.
 *
 * @param actions by letter, in lower case
 */
export function useLetters(isOn: boolean, actions: Readonly<Record<string, () => void>>): void {
  const newest = useRef(actions);
  newest.current = actions;
  // With what says that they are on: a key that is pressed as soon as that can be read counts.
  useLayoutEffect(() => {
    if (!isOn) return;
    const pressed = (event: KeyboardEvent): void => {
      // The screen is held while its user signs in again.
      if (keyMissing() !== null) return;
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return;
      const action = newest.current[event.key.toLowerCase()];
      if (!action) return;
      // A letter that leads to an input is not typed into it.
      event.preventDefault();
      action();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [isOn]);
}
