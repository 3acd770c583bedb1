import type { JSX } from 'preact';
import { Choice } from '../../parts/choice.js';
import { cronOf, DAYS, type Rule } from '../../parts/cron-words.js';
import { Field } from '../../parts/field.js';

const EVERY = [
  ['hour', 'hour'],
  ['day', 'day'],
  ['week', 'week, on some days'],
  ['month', 'month, on one day'],
  ['other', 'other times (cron expression)'],
] as const satisfies readonly (readonly [Rule['every'], string])[];

const USUAL_TIME = '08:00';

/** The rule of another kind, with what both have. */
function changedTo(every: Rule['every'], rule: Rule): Rule {
  const time = 'time' in rule ? rule.time : USUAL_TIME;
  switch (every) {
    case 'hour':
      return { every, minute: 0 };
    case 'day':
      return { every, time };
    case 'week':
      return { every, days: [0], time };
    case 'month':
      return { every, day: 1, time };
    case 'other':
      return { every, cron: cronOf(rule) };
  }
}

interface Props {
  readonly rule: Rule;
  readonly change: (rule: Rule) => void;
}

/** When a schedule is due, without cron for what people want most. */
export function WhenFields({ rule, change }: Props): JSX.Element {
  return (
    <>
      <div class="settings">
        <Choice
          name="Every"
          help=""
          value={rule.every}
          options={EVERY}
          chosen={(every) => change(changedTo(every, rule))}
        />
        {rule.every === 'hour' && (
          <Field name="Minute" helpId="schedule-minute" help="">
            <input
              type="number"
              required
              min="0"
              max="59"
              value={rule.minute}
              aria-describedby="schedule-minute"
              onInput={(event) => change({ ...rule, minute: Number(event.currentTarget.value) })}
            />
          </Field>
        )}
        {rule.every === 'month' && (
          <Field name="Day of the month" helpId="schedule-day" help="A month without this day is skipped.">
            <input
              type="number"
              required
              min="1"
              max="31"
              value={rule.day}
              aria-describedby="schedule-day"
              onInput={(event) => change({ ...rule, day: Number(event.currentTarget.value) })}
            />
          </Field>
        )}
        {'time' in rule && (
          <Field name="At" helpId="schedule-time" help="">
            <input
              type="time"
              required
              value={rule.time}
              aria-describedby="schedule-time"
              onInput={(event) => change({ ...rule, time: event.currentTarget.value })}
            />
          </Field>
        )}
        {rule.every === 'other' && (
          <Field
            name="Cron expression"
            of="cron"
            helpId="schedule-cron"
            help="Minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly."
          >
            <input
              required
              maxLength={200}
              value={rule.cron}
              spellcheck={false}
              aria-describedby="schedule-cron"
              onInput={(event) => change({ ...rule, cron: event.currentTarget.value })}
            />
          </Field>
        )}
      </div>
      {rule.every === 'week' && (
        <div role="group" aria-label="Days" class="checks days">
          {DAYS.map((name, day) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={rule.days.includes(day)}
                onChange={(event) =>
                  change({
                    ...rule,
                    days: event.currentTarget.checked
                      ? [...rule.days, day].sort((a, b) => a - b)
                      : rule.days.filter((one) => one !== day),
                  })
                }
              />{' '}
              {name}
            </label>
          ))}
        </div>
      )}
    </>
  );
}
