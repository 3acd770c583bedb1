import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ScheduleForm, type ScheduleFormProps } from './schedule-form.js';
import type { Schedule } from './schedule-queries.js';

/** The schedule in the form, which stays when somebody else deletes it; null while the form is closed. */
type Edited = Schedule | 'new' | null;

export interface ScheduleEdit {
  readonly edited: Edited;
  /** The last change, in words; empty while the form is open. */
  readonly said: string;
  readonly edit: (edited: Edited) => void;
  readonly done: (said: string) => void;
}

/** @param changed called after each change that was saved */
export function useScheduleEdit(begun: Edited, changed: () => void): ScheduleEdit {
  const [state, setState] = useState({ edited: begun, said: '' });
  return {
    ...state,
    edit: (edited) => setState({ edited, said: '' }),
    done: (said) => {
      setState({ edited: null, said });
      changed();
    },
  };
}

interface Props extends Pick<ScheduleFormProps, 'begun' | 'like'> {
  readonly of: ScheduleEdit;
}

/** The form while it is open, and the result of the last change. */
export const ScheduleEditPart = ({ of: { edited, said, edit, done }, ...known }: Props): JSX.Element => (
  <>
    {edited !== null && (
      <ScheduleForm
        key={edited === 'new' ? '' : edited.id}
        schedule={edited === 'new' ? null : edited}
        {...known}
        cancel={() => edit(null)}
        done={done}
      />
    )}
    <p role="status" class="note">
      {said}
    </p>
  </>
);
