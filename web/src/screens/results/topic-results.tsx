import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import { mayWrite } from '../../api/sign-in.js';
import type { ResultOf } from '../../api/graphql.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { nameOf } from '../../parts/page-name.js';
import { Badge } from '../../parts/states.js';
import { Outcome } from '../../parts/trouble.js';
import { type Action, useAction } from '../../parts/use-action.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, count, counted, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { DomainPreview } from './domain-preview.js';
import { GatherForm } from './gather-form.js';
import * as lists from './lists.js';
import { PageText } from './page-text.js';
import {
  COLLECTED_DOMAINS,
  COLLECTED_PAGES,
  type CollectedDomain,
  type CollectedPage,
  JUDGE,
  type Remarks,
  TOPIC,
} from './queries.js';
import { ifMayWrite, ResultList } from './result-list.js';
import { TagsField } from './tags-field.js';
import { totalOf } from './total.js';
import { type Rows, useRows } from './use-rows.js';

type Topic = ResultOf<typeof TOPIC>['topic'];
type PageVerdict = 'RELEVANT' | 'NOT_RELEVANT' | 'UNDECIDED';
type DomainVerdict = CollectedDomain['verdict'];

interface ListProps {
  readonly id: string;
  readonly topic: Topic | null;
  readonly query: URLSearchParams;
  /** Loads the numbers of the collection again. */
  readonly changed: () => void;
}

/** Remarks that can be taken back: what was said before is said again. */
function useRemarks(topicId: string, action: Action) {
  const [before, setBefore] = useState<Remarks | null>(null);
  return {
    before,
    async say(input: Remarks, said: string): Promise<boolean> {
      const answer = await action.run(JUDGE, { topicId, input }, said);
      if (answer) setBefore(answer.judgeCollected);
      return answer !== null;
    },
    /** @returns what holds again; the collection itself follows within seconds */
    async takeBack(): Promise<Remarks> {
      const answer = before && (await action.run(JUDGE, { topicId, input: before }, 'Taken back.'));
      if (!answer) return {};
      setBefore(null);
      return before;
    },
  };
}

const labelOf = (verdict: PageVerdict): boolean | null => (verdict === 'UNDECIDED' ? null : verdict === 'RELEVANT');

function Pages({ id, topic, query, changed }: ListProps): JSX.Element {
  const list = lists.COLLECTED_PAGES;
  const filters = lists.filtersOf(query, list);
  const sort = lists.sortOf(query, list);
  const variables = { id, ...lists.variablesOf(filters, list), sort: sort.toUpperCase() as 'PROBABILITY' };
  const rows: Rows<CollectedPage> = useRows(async (after) => {
    const { data, failure } = await ask(COLLECTED_PAGES, { ...variables, after, isFirst: after === null });
    if (!data) return { data, failure };
    const { nodes, pageInfo, ...total } = data.topic.pages;
    return { data: { rows: nodes, ...pageInfo, total: totalOf(total, 'page') }, failure };
  }, JSON.stringify(variables));
  const action = useAction(changed);
  const remarks = useRemarks(id, action);
  const judge = async (keys: readonly string[], verdict: PageVerdict, said: string): Promise<void> => {
    if (!(await remarks.say({ pages: keys.map((key) => ({ key, verdict })) }, said))) return;
    const label = labelOf(verdict);
    rows.change((row) => (keys.includes(row.key) ? { ...row, label, relevant: label ?? row.relevant } : row));
  };
  const takeBack = async (): Promise<void> => {
    const { pages = [] } = await remarks.takeBack();
    rows.change((row) => {
      const said = pages?.find(({ key }) => key === row.key);
      if (said === undefined) return row;
      const label = labelOf(said.verdict ?? 'UNDECIDED');
      return {
        ...row,
        label,
        relevant: label ?? row.relevant,
        tags: said.tags ?? row.tags,
        note: said.note ?? row.note,
      };
    });
  };
  const now = Date.now();
  return (
    <ResultList
      name="Pages"
      {...{ list, filters, query, rows }}
      path={pathTo('results', id)}
      exported={[`/v1/topics/${encodeURIComponent(id)}/pages/export`, `pages-${id}`]}
      idOf={({ key }) => key}
      nameOf={nameOf}
      columns={[
        { head: 'Page', cell: (page) => <bdi title={page.url}>{nameOf(page)}</bdi> },
        { head: 'Domain', isWide: true, cell: ({ domain }) => <bdi title={domain}>{domain}</bdi> },
        { head: 'Probability', isNumber: true, isWide: true, cell: ({ probability }) => percent(probability) },
        { head: 'Verdict', cell: ({ label }) => <VerdictOf label={label} /> },
        { head: 'Tags', isWide: true, cell: ({ tags }) => <bdi>{tags.join(', ')}</bdi> },
        { head: 'Found', isWide: true, cell: ({ firstFoundAt }) => ago(firstFoundAt, now) },
      ]}
      verdicts={ifMayWrite([
        { letter: 'r', words: 'Relevant', give: (keys) => void judge(keys, 'RELEVANT', 'Marked as relevant.') },
        {
          letter: 'n',
          words: 'Not relevant',
          give: (keys) => void judge(keys, 'NOT_RELEVANT', 'Marked as not relevant.'),
        },
      ])}
      undo={remarks.before === null ? null : () => void takeBack()}
      outcome={<Outcome action={action} />}
      empty={
        <p>
          {(topic?.collection.pages ?? 0) === 0
            ? 'The topic has found no page yet. Start a session.'
            : 'No page is like that. Change the filters.'}
        </p>
      }
      preview={(page) => (
        <PagePreview
          key={page.key}
          page={page}
          save={(said) =>
            void remarks
              .say({ pages: [{ key: page.key, ...said }] }, 'Saved.')
              .then((done) => done && rows.change((row) => (row.key === page.key ? { ...row, ...said } : row)))
          }
        />
      )}
    />
  );
}

const VerdictOf = ({ label }: { readonly label: boolean | null }): JSX.Element | null =>
  label === null ? null : <Badge state={label ? 'relevant' : 'other'}>{label ? 'Relevant' : 'Not relevant'}</Badge>;

function PagePreview({
  page,
  save,
}: {
  readonly page: CollectedPage;
  readonly save: (said: { readonly tags: string[]; readonly note: string }) => void;
}): JSX.Element {
  const now = Date.now();
  return (
    <article>
      <h2 dir="auto">{nameOf(page)}</h2>
      <p class="note">
        <WebLink url={page.url}>{page.url}</WebLink>
      </p>
      <p>
        {page.relevant ? 'Relevant' : 'Not relevant'}
        {page.label === null ? `, as the model says with ${percent(page.probability)}` : ', as a person says'} · found{' '}
        {ago(page.firstFoundAt, now)}, in {counted(page.sessionCount, 'session')}
        {page.goneAt !== null && ` · gone since ${ago(page.goneAt, now)}`}
        {page.changedAt !== null && ` · changed ${ago(page.changedAt, now)}`}
      </p>
      {page.sessionId !== null && page.step !== null ? (
        <PageText sessionId={page.sessionId} step={page.step} />
      ) : (
        <p class="note">Its sessions were deleted, and with them its text. A monitor still knows the page.</p>
      )}
      <TagsField tags={page.tags} note={page.note} save={save} />
    </article>
  );
}

const VERDICTS: Readonly<Record<DomainVerdict, string>> = { KEEP: 'Kept', REJECT: 'Rejected', UNDECIDED: '' };

function Domains({ id, topic, query, changed }: ListProps): JSX.Element {
  const list = lists.COLLECTED_DOMAINS;
  const filters = lists.filtersOf(query, list);
  const sort = lists.sortOf(query, list);
  const variables = { id, ...lists.variablesOf(filters, list), sort: sort.toUpperCase() as 'RELEVANT' };
  const rows: Rows<CollectedDomain> = useRows(async (after) => {
    const { data, failure } = await ask(COLLECTED_DOMAINS, { ...variables, after, isFirst: after === null });
    if (!data) return { data, failure };
    const { nodes, pageInfo, ...total } = data.topic.domains;
    return { data: { rows: nodes, ...pageInfo, total: totalOf(total, 'domain') }, failure };
  }, JSON.stringify(variables));
  const action = useAction(changed);
  const remarks = useRemarks(id, action);
  const judge = async (names: readonly string[], verdict: DomainVerdict, said: string): Promise<void> => {
    if (!(await remarks.say({ domains: names.map((name) => ({ name, verdict })) }, said))) return;
    rows.change((row) => (names.includes(row.name) ? { ...row, verdict } : row));
  };
  const takeBack = async (): Promise<void> => {
    const { domains = [] } = await remarks.takeBack();
    rows.change((row) => {
      const said = domains?.find(({ name }) => name === row.name);
      if (said === undefined) return row;
      const { verdict = row.verdict, tags, note } = said;
      return { ...row, verdict: verdict ?? row.verdict, tags: tags ?? row.tags, note: note ?? row.note };
    });
  };
  const now = Date.now();
  return (
    <ResultList
      name="Domains"
      {...{ list, filters, query, rows }}
      path={pathTo('collectedDomains', id)}
      exported={[`/v1/topics/${encodeURIComponent(id)}/domains/export`, `domains-${id}`]}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      columns={[
        { head: 'Domain', cell: ({ name }) => <bdi title={name}>{name}</bdi> },
        { head: 'Relevant', isNumber: true, cell: ({ relevant }) => count(relevant) },
        { head: 'Pages', isNumber: true, isWide: true, cell: ({ pages }) => count(pages) },
        { head: 'Share', isNumber: true, isWide: true, cell: ({ share }) => percent(share) },
        { head: 'Expected', isNumber: true, isWide: true, cell: ({ expected }) => count(expected) },
        {
          head: 'Verdict',
          cell: ({ verdict }) =>
            verdict === 'UNDECIDED' ? null : (
              <Badge state={verdict === 'KEEP' ? 'relevant' : 'other'}>{VERDICTS[verdict]}</Badge>
            ),
        },
        { head: 'Tags', isWide: true, cell: ({ tags }) => <bdi>{tags.join(', ')}</bdi> },
        { head: 'Found', isWide: true, cell: ({ firstFoundAt }) => ago(firstFoundAt, now) },
      ]}
      verdicts={ifMayWrite([
        { letter: 'r', words: 'Keep', give: (names) => void judge(names, 'KEEP', 'Kept: seeds of further sessions.') },
        {
          letter: 'n',
          words: 'Reject',
          give: (names) => void judge(names, 'REJECT', 'Rejected: further sessions do not go there.'),
        },
      ])}
      undo={remarks.before === null ? null : () => void takeBack()}
      outcome={<Outcome action={action} />}
      empty={
        <p>
          {(topic?.collection.domainCount ?? 0) === 0
            ? 'The topic has found no domain yet. Start a session.'
            : 'No domain is like that. Change the filters.'}
        </p>
      }
      {...(mayWrite() && { actions: (names) => <GatherForm topicId={id} domains={names} /> })}
      preview={(domain) => (
        <DomainPreview
          key={domain.name}
          topicId={id}
          domain={domain}
          save={(said) =>
            void remarks
              .say({ domains: [{ name: domain.name, ...said }] }, 'Saved.')
              .then((done) => done && rows.change((row) => (row.name === domain.name ? { ...row, ...said } : row)))
          }
        />
      )}
    />
  );
}

/** All that a topic has found over all its sessions and monitors: its pages, or its domains. */
export default function TopicResults({
  id,
  of,
  query,
}: {
  readonly id: string;
  readonly of: 'pages' | 'domains';
  readonly query: URLSearchParams;
}): JSX.Element {
  const { data, reload } = useQuery(TOPIC, { id });
  const topic = data?.topic ?? null;
  const here = (one: 'pages' | 'domains') => (one === of ? ('page' as const) : undefined);
  const found = topic?.collection;
  return (
    <>
      <div class="title">
        {topic ? <Heading text="Results:" of={topic.name} /> : <Heading text="Results" />}
        <div class="buttons">
          <Link to={pathTo('topic', id)} class="button">
            The topic
          </Link>
        </div>
      </div>
      <nav class="parts" aria-label="Results">
        <Link to={pathTo('results', id)} aria-current={here('pages')}>
          Pages{found && ` (${count(found.relevant)} relevant of ${count(found.pages)})`}
        </Link>
        <Link to={pathTo('collectedDomains', id)} aria-current={here('domains')}>
          Domains{found && ` (${count(found.relevantDomainCount)} relevant of ${count(found.domainCount)})`}
        </Link>
      </nav>
      {found && found.behind > 0 && (
        <p class="note">{counted(found.behind, 'step')} of sessions are still to be added. Reload in a moment.</p>
      )}
      {of === 'pages' ? (
        <Pages {...{ id, topic, query }} changed={reload} />
      ) : (
        <Domains {...{ id, topic, query }} changed={reload} />
      )}
    </>
  );
}
