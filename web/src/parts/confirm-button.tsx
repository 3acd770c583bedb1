import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import './confirm-button.css';

interface Props {
  /** Label of the button and of the one that confirms. */
  readonly text: string;
  /** The object of the action, for screen readers. */
  readonly about: string;
  readonly disabled?: boolean;
  readonly confirmed: () => void;
  /** The loss, in a sentence. */
  readonly children: ComponentChildren;
}

/** A button for what cannot be taken back: it asks first. The dialog keeps the focus, and Escape leaves it. */
export function ConfirmButton({ text, about, disabled = false, confirmed, children }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const confirm = (): void => {
    dialog.current?.close();
    confirmed();
  };
  return (
    <>
      <button
        type="button"
        disabled={disabled}
        aria-label={`${text}: ${about}`}
        onClick={() => dialog.current?.showModal()}
      >
        {text}
      </button>
      <dialog ref={dialog} aria-labelledby={title} class="confirm">
        <h2 id={title}>
          {text}: {about}?
        </h2>
        <p>{children}</p>
        <div class="buttons">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="button" class="danger" onClick={confirm}>
            {text}
          </button>
        </div>
      </dialog>
    </>
  );
}
