import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './menu.css';

interface Props {
  readonly text: string;
  /** Buttons and links. */
  readonly children: ComponentChildren;
}

/**
 * Rarer actions behind a button. It closes on Escape, after an action, and when the focus leaves it; not while one of
 * its dialogs is open.
 */
export function Menu({ text, children }: Props): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', outside);
    addEventListener('focusin', outside);
    return () => {
      removeEventListener('pointerdown', outside);
      removeEventListener('focusin', outside);
    };
  }, [isOpen]);
  const isInDialog = (event: Event): boolean =>
    event.target instanceof Element && event.target.closest('dialog') !== null;
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen || isInDialog(event)) return;
    setOpen(false);
    button.current?.focus();
  };
  const clicked = (event: Event): void => {
    // A button that asks first keeps its dialog here.
    if (isInDialog(event) || box.current?.querySelector('dialog[open]')) return;
    setOpen(false);
  };
  return (
    <div ref={box} class="rarer" onKeyDown={pressed}>
      <button ref={button} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <div class="rarer-items" onClick={clicked}>
          {children}
        </div>
      )}
    </div>
  );
}
