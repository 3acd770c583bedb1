import type { ComponentChildren, JSX } from 'preact';

interface Props {
  readonly title: string;
  /** Meaning of the part. */
  readonly note: string;
  readonly children: ComponentChildren;
}

/** A part of a learned state with its heading. */
export const LearnedPart = ({ title, note, children }: Props): JSX.Element => (
  <section class="learned-part">
    <h2>{title}</h2>
    <p class="note">{note}</p>
    {children}
  </section>
);
