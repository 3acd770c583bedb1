import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * Fields of a form that follow their stored values, as after a change of another person, except those that are typed.
 *
 * @param stored the newest known values
 * @param plain the values that typed ones are stored as
 * @returns the typed values, and a function that changes some
 */
export function useFields<Fields extends object>(
  stored: Fields,
  plain: (typed: Fields) => Fields = (typed) => typed,
): readonly [Fields, (part: Partial<Fields> | ((now: Fields) => Partial<Fields>)) => void] {
  const [typed, setTyped] = useState(stored);
  const before = useRef(stored);
  useLayoutEffect(() => {
    const known = [before.current, stored];
    before.current = stored;
    setTyped((now) => {
      const names = Object.keys(stored) as (keyof Fields)[];
      const isTyped = (name: keyof Fields): boolean =>
        known.every((one) => JSON.stringify(one[name]) !== JSON.stringify(plain(now)[name]));
      return { ...stored, ...Object.fromEntries(names.filter(isTyped).map((name) => [name, now[name]])) };
    });
  }, [JSON.stringify(stored)]);
  return [typed, (part) => setTyped((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }))];
}
