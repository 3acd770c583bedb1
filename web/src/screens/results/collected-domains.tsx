import type { JSX } from 'preact';
import { ask } from '../../api/client.js';
import { mayWrite } from '../../api/sign-in.js';
import { Badge } from '../../parts/states.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { ago, count, percent } from '../../parts/words.js';
import { pathTo } from '../../routes.js';
import type { CollectedListProps } from './collected-pages.js';
import { DomainPreview } from './domain-preview.js';
import { COLLECTED_DOMAIN_FORMATS } from './export-formats.js';
import { GatherForm } from './gather-form.js';
import * as lists from './lists.js';
import { COLLECTED_DOMAINS, type CollectedDomain } from './queries.js';
import { ifMayWrite, ResultList } from './result-list.js';
import { totalOf } from './total.js';
import { exportsOf } from './use-exports.js';
import { remarkedAfter, useRemarks } from './use-remarks.js';
import { type Rows, useRows } from './use-rows.js';

type DomainVerdict = CollectedDomain['verdict'];

const VERDICTS: Readonly<Record<DomainVerdict, string>> = { KEEP: 'Kept', REJECT: 'Rejected', UNDECIDED: '' };

/** The domains that a topic has found. */
export function CollectedDomains({ id, topic, query, changed }: CollectedListProps): JSX.Element {
  const list = lists.COLLECTED_DOMAINS;
  const filters = lists.filtersOf(query, list);
  const sort = lists.sortOf(query, list);
  const variables = { id, ...lists.variablesOf(filters, list), sort: sort.toUpperCase() as 'RELEVANT' };
  const rows: Rows<CollectedDomain> = useRows(async (after) => {
    const { data, failure } = await ask(COLLECTED_DOMAINS, { ...variables, after, isFirst: after === null });
    if (!data) return { data, failure };
    const { nodes, pageInfo, ...total } = data.topic.domains;
    return { data: { rows: nodes, ...pageInfo, ...totalOf(total, 'domain') }, failure };
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
      return { ...row, ...remarkedAfter(row, said), verdict: said.verdict ?? row.verdict };
    });
  };
  const now = Date.now();
  return (
    <ResultList
      name="Domains"
      {...{ list, filters, query, rows }}
      path={pathTo('collectedDomains', id)}
      exported={exportsOf({ of: 'topic', id, what: 'domains' }, COLLECTED_DOMAIN_FORMATS, filters, list, sort)}
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
        { head: 'Newest page', isWide: true, isExtra: true, cell: ({ lastFoundAt }) => ago(lastFoundAt, now) },
        { head: 'Led to', isNumber: true, isWide: true, isExtra: true, cell: ({ ledTo }) => count(ledTo) },
        {
          head: 'Share at least',
          isNumber: true,
          isWide: true,
          isExtra: true,
          cell: (one) => percent(one.shareAtLeast),
        },
        { head: 'Note', isWide: true, isExtra: true, cell: ({ note }) => <bdi title={note}>{note}</bdi> },
      ]}
      verdicts={ifMayWrite([
        { letter: 'r', words: 'Keep', give: (names) => void judge(names, 'KEEP', 'Kept: seeds of further sessions.') },
        {
          letter: 'n',
          words: 'Reject',
          give: (names) => void judge(names, 'REJECT', 'Rejected: further sessions do not go there.'),
        },
      ])}
      hasRemarks
      undo={remarks.before === null ? null : () => void takeBack()}
      outcome={<Outcome action={action} />}
      empty={
        <p>
          {(topic?.collection.domainCount ?? 0) === 0
            ? `The topic has found no domain yet.${mayWrite() ? ' Start a session.' : ''}`
            : 'No domain matches. Change the filters.'}
        </p>
      }
      {...(mayWrite() && { actions: (names) => <GatherForm topicId={id} domains={names} /> })}
      preview={(domain) => (
        <DomainPreview
          key={domain.name}
          topicId={id}
          domain={domain}
          save={async (said, by) => {
            const before = await remarks.say({ domains: [{ name: domain.name, ...said }] }, 'Saved.', by);
            const [one] = before?.domains ?? [];
            if (one === undefined) return null;
            const after = remarkedAfter(one, said);
            rows.change((row) => (row.name === domain.name ? { ...row, ...after } : row));
            return after;
          }}
        />
      )}
    />
  );
}
