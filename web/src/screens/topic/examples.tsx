import type { JSX } from 'preact';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Fold } from '../../parts/fold.js';
import { Listed } from '../../parts/listed.js';
import { shortened } from '../../parts/page-name.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { ago, count } from '../../parts/words.js';
import { useInAddress } from '../../router.js';
import { AddExamples } from './add-examples.js';
import { CORRECT, DELETE_EXAMPLE, type Example, EXAMPLES } from './example-queries.js';

const CHOICES = [
  ['', 'all'],
  ['true', 'relevant'],
  ['false', 'not relevant'],
] as const;

/** Its title, or else its address, or else how it begins. */
const nameOf = ({ title, url, excerpt }: Example): string => (title === '' ? (url ?? shortened(excerpt, 60)) : title);

interface Props {
  readonly topicId: string;
  readonly counts: { readonly relevant: number; readonly irrelevant: number };
  readonly changed: () => void;
}

/** The labelled examples of a topic: listed, added, corrected and deleted. */
export function ExamplesPart({ topicId, counts, changed }: Props): JSX.Element {
  const paging = usePaging('examples');
  const [named, setShown] = useInAddress('examples');
  const shown = CHOICES.some(([value]) => value === named) ? named : '';
  const loaded = useQuery(EXAMPLES, {
    id: topicId,
    after: paging.after,
    relevant: shown === '' ? null : shown === 'true',
  });
  const again = (): void => {
    loaded.reload();
    changed();
  };
  const action = useAction(again);
  return (
    <section aria-labelledby="examples-heading">
      <h2 id="examples-heading">Examples</h2>
      <p class="note">
        {count(counts.relevant)} relevant and {count(counts.irrelevant)} other ones. Models learn from them.
      </p>
      <div class="filters">
        <label>
          <span>Show</span>
          <select
            value={shown}
            onInput={(event) => {
              paging.begin();
              setShown(event.currentTarget.value);
            }}
          >
            {CHOICES.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Outcome action={action} />
      <Listed
        loaded={loaded}
        what="the examples"
        isEmpty={({ topic }) => topic.examples.nodes.length === 0}
        empty={<p>There is no such example.{mayWrite() && ' Add some below, or label pages of a session.'}</p>}
      >
        {({ topic: { examples } }) => (
          <>
            <Table
              isShort
              name="Examples"
              rows={examples.nodes}
              idOf={({ id }) => id}
              columns={[
                {
                  head: 'Example',
                  cell: (example) => (
                    <>
                      <bdi>{nameOf(example)}</bdi> {example.title !== '' && <small>{example.url}</small>}
                    </>
                  ),
                },
                {
                  head: 'Label',
                  cell: ({ relevant }) => (
                    <Badge state={relevant ? 'RELEVANT' : 'STOPPED'}>{relevant ? 'relevant' : 'not relevant'}</Badge>
                  ),
                },
                {
                  head: 'Text',
                  cell: ({ excerpt, textLength, fetchError }) => {
                    if (fetchError !== null) return <span class="refused">Not fetched: {fetchError}</span>;
                    return textLength === null ? 'not fetched yet' : <bdi class="beginning">{excerpt}</bdi>;
                  },
                },
                { head: 'Labelled', cell: ({ labelledAt }) => ago(labelledAt, Date.now()) },
                {
                  head: 'Actions',
                  isChange: true,
                  cell: (example) => (
                    <div class="buttons">
                      <button
                        type="button"
                        disabled={action.isBusy}
                        aria-label={`Correct: ${nameOf(example)} is ${example.relevant ? 'not relevant' : 'relevant'}`}
                        onClick={() =>
                          void action.run(
                            CORRECT,
                            { topicId, id: example.id, relevant: !example.relevant },
                            'The label was corrected.',
                          )
                        }
                      >
                        {example.relevant ? 'Not relevant' : 'Relevant'}
                      </button>
                      <ConfirmButton
                        text="Delete"
                        about={nameOf(example)}
                        disabled={action.isBusy}
                        confirmed={() =>
                          void action.run(DELETE_EXAMPLE, { topicId, id: example.id }, 'The example was deleted.')
                        }
                      >
                        Models that are trained later do not learn from it any more.
                      </ConfirmButton>
                    </div>
                  ),
                },
              ]}
            />
            <Pager paging={paging} info={examples.pageInfo} name="More examples" />
          </>
        )}
      </Listed>
      {mayWrite() && (
        <Fold title="Add examples" level={3} isOpen={counts.relevant + counts.irrelevant === 0}>
          {() => <AddExamples topicId={topicId} added={again} />}
        </Fold>
      )}
    </section>
  );
}
