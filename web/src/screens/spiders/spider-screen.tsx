import type { JSX } from 'preact';
import { mayWrite } from '../../api/sign-in.js';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Figures } from '../../parts/figures.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { type Column, SortedTable } from '../../parts/sorted-table.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { ago, count, decimal, percent } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { DELETE_SPIDER, SPIDER, type SpiderReport } from './queries.js';
import { KINDS } from './spider-draft.js';
import { SPIDER_STATES } from './states.js';

const EVERY_MS = 2_000;
const MOST_WORDS = 12;

const WEIGHTS: readonly Column<SpiderReport['weights'][number]>[] = [
  { name: 'Feature', value: ({ feature }) => feature },
  {
    ...{ name: 'Learned', value: ({ learnt }) => learnt, isNumber: true, hasBar: true },
    shown: ({ learnt }) => learnt.toFixed(3),
  },
  {
    ...{ name: 'Without a spider', value: ({ shipped }) => shipped, isNumber: true },
    shown: ({ shipped }) => shipped.toFixed(3),
  },
];

function Learnt({ report }: { readonly report: SpiderReport }): JSX.Element {
  const { bins, classes, weights } = report;
  return (
    <>
      {bins.length > 0 && (
        <section aria-labelledby="bins-heading">
          <h2 id="bins-heading">Bins</h2>
          <Table
            name="Bins"
            rows={bins}
            idOf={({ name }) => name}
            columns={[
              { head: 'Bin', cell: ({ name }) => name },
              { head: 'Links', isNumber: true, cell: ({ links }) => count(links) },
              { head: 'Mean value', isNumber: true, cell: ({ meanValue }) => decimal(meanValue) },
              {
                head: 'Telling words',
                cell: ({ words }) => (
                  <bdi>
                    {words
                      .slice(0, MOST_WORDS)
                      .map(({ word, field }) => `${word} (${field})`)
                      .join(', ')}
                  </bdi>
                ),
              },
            ]}
          />
        </section>
      )}
      {classes.length > 0 && (
        <section aria-labelledby="classes-heading">
          <h2 id="classes-heading">Classes of pages</h2>
          <Table
            name="Classes of pages"
            rows={classes.map((one, i) => ({ ...one, no: i + 1 }))}
            idOf={({ no }) => String(no)}
            columns={[
              { head: 'Class', cell: ({ no }) => no },
              { head: 'Pages', isNumber: true, cell: ({ pages }) => count(pages) },
              {
                head: 'Telling words',
                cell: ({ words }) => (
                  <bdi>
                    {words
                      .slice(0, MOST_WORDS)
                      .map(({ word }) => word)
                      .join(', ')}
                  </bdi>
                ),
              },
            ]}
          />
        </section>
      )}
      {weights.length > 0 && (
        <section aria-labelledby="weights-heading">
          <h2 id="weights-heading">Weights</h2>
          <SortedTable name="Weights" columns={WEIGHTS} rows={weights} keyOf={({ feature }) => feature} />
        </section>
      )}
    </>
  );
}

function Sources({ sources }: Pick<SpiderReport, 'sources'>): JSX.Element {
  return (
    <section aria-labelledby="sources-heading">
      <h2 id="sources-heading">Training data</h2>
      <Table
        name="Sources"
        rows={sources}
        idOf={({ sessionId, web }) => sessionId ?? web ?? ''}
        columns={[
          {
            head: 'Source',
            cell: ({ sessionId, web, seeds }) =>
              sessionId === null ? (
                (web ?? '–')
              ) : (
                <Link to={pathTo('session', sessionId)}>{seeds[0] ?? 'a session'}</Link>
              ),
          },
          { head: 'Pages', isNumber: true, cell: ({ pages }) => count(pages) },
          { head: 'Relevant', isNumber: true, cell: ({ relevantPages }) => count(relevantPages) },
          {
            head: 'Share',
            isNumber: true,
            cell: ({ pages, relevantPages }) => percent(pages === 0 ? null : relevantPages / pages),
          },
        ]}
      />
    </section>
  );
}

/** A spider: what it was trained on, and what it has learnt. */
export default function SpiderScreen({ id }: { readonly id: string }): JSX.Element {
  const loaded = useQuery(SPIDER, { id });
  const action = useAction();
  const spider = loaded.data?.spider;
  const isTraining = spider?.state === 'TRAINING';
  useAgain(loaded.reload, EVERY_MS, isTraining);
  const remove = async (said: string): Promise<void> => {
    if (await action.run(DELETE_SPIDER, { id })) go(pathTo('spiders'), { said });
  };
  return (
    <>
      <div class="title">
        <Heading
          text={spider ? `${spider.name}, version ${spider.version}` : 'Spider'}
          {...(spider && { hint: `Knows ${KINDS[spider.kind][0]}. For ${KINDS[spider.kind][1]}.` })}
        />
        <div class="buttons">
          {spider && <Badge state={SPIDER_STATES[spider.state][1]}>{SPIDER_STATES[spider.state][0]}</Badge>}
          <Link to={pathTo('spiders')} class="button">
            All spiders
          </Link>
          {spider && mayWrite() && (
            <ConfirmButton
              text="Delete"
              about={spider.name}
              disabled={action.isBusy || isTraining}
              confirmed={() => void remove(`${spider.name}, version ${spider.version}, was deleted.`)}
            >
              Sessions that used it stay as they are. Further ones cannot use it.
            </ConfirmButton>
          )}
        </div>
      </div>
      <Outcome action={action} />
      <Listed loaded={loaded} what="the spider">
        {({ spider: { report, state, error, trainedAt, job } }) => (
          <>
            {state === 'TRAINING' && (
              <p role="status">
                It is being trained … <progress value={job?.progress ?? 0} max={1} aria-label="Training" />
              </p>
            )}
            {error !== null && <p class="refused">{error}</p>}
            {report && (
              <>
                <Figures
                  figures={[
                    ['Pages', count(report.pages), `${count(report.relevantPages)} relevant`],
                    ['Links', count(report.links), ''],
                    ['Words', count(report.words), ''],
                    ['Trained', trainedAt === null ? '–' : ago(trainedAt, Date.now()), ''],
                  ]}
                />
                {report.truncated && <p class="note">There were too many pages: some were left out.</p>}
                <Learnt report={report} />
                <Sources sources={report.sources} />
              </>
            )}
          </>
        )}
      </Listed>
    </>
  );
}
