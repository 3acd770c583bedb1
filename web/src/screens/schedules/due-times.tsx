import type { JSX } from 'preact';
import { DAYS } from '../../parts/cron-words.js';
import { minuteOf } from '../../parts/words.js';

/** A moment as clocks of a time zone show it; as those of UTC where the browser does not know the zone. */
export function timeIn(timeZone: string, iso: string): string {
  try {
    return minuteOf(iso, timeZone);
  } catch {
    return `${iso.replace('T', ' ').slice(0, 16)} UTC`;
  }
}

/** A moment of `timeIn` after the name of its day. */
const dayAndTime = (moment: string): string =>
  `${DAYS[(new Date(moment.slice(0, 10)).getUTCDay() + 6) % 7] ?? ''}, ${moment}`;

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
          <time dateTime={iso}>{dayAndTime(timeIn(timeZone, iso))}</time>
        </li>
      ))}
    </ol>
  );
