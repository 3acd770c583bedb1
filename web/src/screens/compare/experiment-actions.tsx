import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../../api/download.js';
import type { Failure } from '../../api/failures.js';
import { graphql } from '../../api/graphql.js';
import { mayWrite } from '../../api/sign-in.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Failed } from '../../parts/states.js';
import { ReportLink } from '../../parts/report-link.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { go } from '../../router.js';
import { pathTo } from '../../routes.js';

const CANCEL = graphql(`
  mutation CancelExperiment($id: ID!) {
    cancelExperiment(id: $id) {
      id
    }
  }
`);
const RESUME = graphql(`
  mutation ResumeExperiment($id: ID!) {
    resumeExperiment(id: $id) {
      id
    }
  }
`);
const DELETE = graphql(`
  mutation DeleteExperiment($id: ID!) {
    deleteExperiment(id: $id)
  }
`);

interface Props {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly hasResults: boolean;
  readonly changed: () => void;
}

/** Actions on an experiment: download its report and runs, cancel, continue and delete it. */
export function ExperimentActions({ id, name, state, hasResults, changed }: Props): JSX.Element {
  const action = useAction(changed);
  const [lost, setLost] = useState<Failure | null>(null);
  const goesOn = state === 'QUEUED' || state === 'RUNNING';
  const pathOf = (file: string): string => `/v1/experiments/${encodeURIComponent(id)}/${file}`;
  const save = (file: string): void => void download(pathOf(file)).then(setLost);
  const remove = async (): Promise<void> => {
    if (await action.run(DELETE, { id })) go(pathTo('experiments'), { said: `${name} was deleted.` });
  };
  return (
    <>
      <div class="buttons">
        {hasResults && <ReportLink path={pathOf('report.html')} />}
        {hasResults && (
          <button type="button" onClick={() => save('runs.csv')}>
            Runs as CSV
          </button>
        )}
        {mayWrite() && goesOn && (
          <button
            type="button"
            disabled={action.isBusy}
            onClick={() => void action.run(CANCEL, { id }, 'The experiment stops.')}
          >
            Cancel
          </button>
        )}
        {mayWrite() && (state === 'CANCELLED' || state === 'FAILED') && (
          <button
            type="button"
            disabled={action.isBusy}
            onClick={() => void action.run(RESUME, { id }, 'The experiment continues.')}
          >
            Resume
          </button>
        )}
        {mayWrite() && !goesOn && (
          <ConfirmButton text="Delete" about={name} disabled={action.isBusy} confirmed={() => void remove()}>
            Its results are deleted with it.
          </ConfirmButton>
        )}
      </div>
      {lost && <Failed failure={lost} />}
      <Outcome action={action} />
    </>
  );
}
