import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { useJob } from '../../parts/use-job.js';
import { count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { RUN_LABELLER, type TopicHead } from './topic-queries.js';

const GATES: Readonly<Record<string, string>> = {
  OPEN: 'models may learn from it',
  LOW: 'agrees too little: no model learns from it',
  TOO_FEW: 'too few labels of people to compare with',
};

const twoDigits = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

/** Progress of labelling, and the agreement of the labeller with people, if there is a labeller. */
export function LabellingPart({
  topic,
  changed,
}: {
  readonly topic: TopicHead;
  readonly changed: () => void;
}): JSX.Element {
  const { id, labeller, exampleCounts } = topic;
  const action = useAction();
  const { key, renew } = useOnceKey(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const followed = useJob(jobId, changed);
  const run = async (): Promise<void> => {
    const answer = await action.run(RUN_LABELLER, { topicId: id, key });
    if (!answer) return;
    renew();
    setJobId(answer.runLabeller.id);
  };
  return (
    <section aria-labelledby="labels-heading">
      <h2 id="labels-heading">Labels</h2>
      <p>
        {count(exampleCounts.relevant)} pages are labelled as relevant, {count(exampleCounts.irrelevant)} as not
        relevant. {mayWrite() && <Link to={pathTo('labels', id)}>Label more pages</Link>}
      </p>
      {labeller.labeller !== null && (
        <>
          <h3>Labeller: {labeller.labeller}</h3>
          <p class="note">
            A language model that labels pages beside people. {count(labeller.callsToday)} of{' '}
            {count(labeller.callsPerDay)} calls were made today. Models may learn from it once{' '}
            {count(labeller.minCompared)} labels of people are compared and kappa is at least{' '}
            {twoDigits(labeller.minKappa)}, with 95% confidence.
          </p>
          {labeller.agreements.length > 0 && (
            <Table
              name="Agreement with people"
              rows={labeller.agreements}
              idOf={(agreement) => agreement.labeller}
              columns={[
                { head: 'Labeller', cell: (agreement) => agreement.labeller },
                { head: 'Compared', isNumber: true, cell: ({ compared }) => count(compared) },
                { head: 'Equal labels', isNumber: true, cell: ({ accuracy }) => percent(accuracy) },
                {
                  head: 'Kappa',
                  means: 'Agreement beyond what chance brings. 1: always, 0: as by chance',
                  isNumber: true,
                  cell: ({ kappa, lower, upper }) => `${twoDigits(kappa)} (${twoDigits(lower)} to ${twoDigits(upper)})`,
                },
                { head: 'Standing', cell: ({ gate }) => GATES[gate] ?? gate },
                { head: 'Own labels', cell: ({ relevant, irrelevant }) => `${count(relevant)} + ${count(irrelevant)}` },
              ]}
            />
          )}
          <JobProgress followed={followed} what="The labeller is at work" />
          <Outcome action={action} />
          {mayWrite() && (
            <button type="button" disabled={action.isBusy || followed.isRunning} onClick={() => void run()}>
              Run the labeller
            </button>
          )}
        </>
      )}
    </section>
  );
}
