import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const ENDING = ' – Gleaner';

/** The name of the screen, for files that are saved from it. */
export const screenName = (): string => document.title.replace(ENDING, '');

/**
 * The heading of a screen. It gets the focus when the screen is opened from another one, so that a screen reader says
 * where one is.
 */
export function Heading({
  text,
  of,
  hint,
}: {
  readonly text: string;
  /** Text from the web in the heading: it has its own direction. */
  readonly of?: string;
  readonly hint?: string;
}): JSX.Element {
  const whole = of === undefined ? text : `${text} ${of}`;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = whole + ENDING;
  }, [whole]);
  useLayoutEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('header, [hidden]'))
      heading.current?.focus();
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {of === undefined ? <bdi>{text}</bdi> : text}
        {of !== undefined && (
          <>
            {' '}
            <bdi>{of}</bdi>
          </>
        )}
      </h1>
      {hint !== undefined && (
        <p class="hint">
          <bdi>{hint}</bdi>
        </p>
      )}
    </>
  );
}
