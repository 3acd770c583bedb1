import type { JSX } from 'preact';

/** A moment as clocks of a time zone show it; as those of UTC where the browser does not know the zone. */
export function timeIn(timeZone: string, iso: string, dateStyle: 'full' | 'medium' = 'full'): string {
  try {
    return new Date(iso).toLocaleString(undefined, { timeZone, dateStyle, timeStyle: 'short' });
  } catch {
    return `${iso.replace('T', ' ').slice(0, 16)} UTC`;
  }
}

/** The next due times of a schedule. */
export const DueTimes = ({
  dueAt,
  timeZone,
}: {
  readonly dueAt: readonly string[];
  readonly timeZone: string;
}): JSX.Element =>
  dueAt.length === 0 ? (
    <p class="note">It is never due.</p>
  ) : (
    <ol aria-label="Next due times">
      {dueAt.map((iso) => (
        <li key={iso}>
          <time dateTime={iso}>{timeIn(timeZone, iso)}</time>
        </li>
      ))}
    </ol>
  );
