import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** A count or a few words beside the title. */
  readonly says?: string;
  readonly level?: 2 | 3;
  /** Opens it when this becomes true. People alone close it. */
  readonly isOpen?: boolean;
  /** Rendered while it is open. */
  readonly children: () => ComponentChildren;
}

/** A part of a screen that is folded behind its heading. */
export function Fold({ title, says = '', level = 2, isOpen = false, children }: Props): JSX.Element {
  const [isUnfolded, setOpen] = useState(isOpen);
  const wasOpen = useRef(isOpen);
  // At once: a form looks for its refused field in it.
  const open = isUnfolded || (isOpen && !wasOpen.current);
  const Title = `h${level}` as const;
  useEffect(() => {
    wasOpen.current = isOpen;
    if (isOpen) setOpen(true);
  }, [isOpen]);
  return (
    <details class="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Title>{title}</Title> {says !== '' && <span>{says}</span>}
      </summary>
      {open && children()}
    </details>
  );
}

/**
 * Fields that few people change, folded behind a title. It opens when the browser refuses one of them; `Form` opens it
 * when the service does.
 */
export function FoldedFields({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const details = useRef<HTMLDetailsElement>(null);
  const open = (): void => {
    if (details.current) details.current.open = true;
  };
  return (
    <details ref={details} onInvalidCapture={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
