import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { Choice } from '../../parts/choice.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { CopyField } from '../../parts/copy-field.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { dayOf } from '../../parts/words.js';
import { pathTo } from '../../routes.js';
import { CREATE_SHARE, REVOKE_SHARE, SHARES } from './share-queries.js';

const DAYS = [
  ['7', 'a week'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
] as const;

const SHOWN = [
  ['relevant', 'relevant results'],
  ['all', 'all results'],
] as const;

const FEEDS = [
  ['rss', 'RSS'],
  ['atom', 'Atom'],
  ['json', 'JSON Feed'],
] as const;

/** The address of a link, which is shown only once. */
function NewLink({ token }: { readonly token: string }): JSX.Element {
  return (
    <>
      <p class="note">Copy it now: the address is not shown again.</p>
      <CopyField name="Link" text={`${location.origin}${pathTo('shared')}#${token}`} />
      <CopyField name="Feed of it" text={`${location.origin}/v1/shared/feed.rss?token=${token}`} />
    </>
  );
}

/** Share links of a topic's collection, and the addresses of its feeds. */
export function SharePart({ id }: { readonly id: string }): JSX.Element {
  const paging = usePaging('shares');
  const loaded = useQuery(SHARES, { id, after: paging.after });
  const action = useAction(loaded.reload);
  const [name, setName] = useState('');
  const [days, setDays] = useState<(typeof DAYS)[number][0]>('30');
  const [shows, setShows] = useState<(typeof SHOWN)[number][0]>('relevant');
  const [token, setToken] = useState<string | null>(null);
  const input = { name: name.trim(), days: Number(days), relevantOnly: shows === 'relevant' };
  const { key, renew } = useOnceKey(input);
  const create = async (): Promise<void> => {
    const made = await action.run(CREATE_SHARE, { topicId: id, input, key }, 'The link was created.');
    if (!made) return;
    setToken(made.createShare.token);
    setName('');
    renew();
  };
  return (
    <section class="panel" aria-label="Share">
      <p class="note">Everyone with a link can read these results, and nothing else. Notes are not shown.</p>
      <Form failure={action.failure} send={create}>
        <div class="settings">
          <Field name="For whom" of="name" helpId="share-name" help="">
            <input
              name="name"
              required
              dir="auto"
              maxLength={200}
              value={name}
              aria-describedby="share-name"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </Field>
          <Choice name="Valid for" of="days" help="" value={days} options={DAYS} chosen={setDays} />
          <Choice name="Shows" of="relevantOnly" help="" value={shows} options={SHOWN} chosen={setShows} />
        </div>
        <button type="submit" class="primary" disabled={action.isBusy}>
          Create a link
        </button>
        <Outcome action={action} />
      </Form>
      {token !== null && <NewLink token={token} />}
      <Listed
        loaded={loaded}
        what="the links"
        isEmpty={({ topic }) => topic.shares.nodes.length === 0}
        empty={<p>No link exists.</p>}
      >
        {({ topic: { shares } }) => (
          <>
            <Table
              name="Share links"
              rows={shares.nodes}
              idOf={(share) => share.id}
              columns={[
                { head: 'For', cell: (share) => <bdi>{share.name}</bdi> },
                { head: 'Shows', cell: (share) => (share.relevantOnly ? 'relevant results' : 'all results') },
                { head: 'Valid until', cell: ({ expiresAt }) => dayOf(expiresAt) },
                {
                  head: 'Actions',
                  isChange: true,
                  cell: (share) => (
                    <ConfirmButton
                      text="Revoke"
                      about={share.name}
                      disabled={action.isBusy}
                      confirmed={() => {
                        setToken(null);
                        void action.run(REVOKE_SHARE, { id: share.id }, 'The link was revoked.');
                      }}
                    >
                      Its holders lose access at once.
                    </ConfirmButton>
                  ),
                },
              ]}
            />
            <Pager paging={paging} info={shares.pageInfo} name="More links" />
          </>
        )}
      </Listed>
      <h3>Feeds</h3>
      <p class="note">These need a key in the header. The feed of a link needs none.</p>
      {FEEDS.map(([format, text]) => (
        <CopyField
          key={format}
          name={text}
          text={`${location.origin}/v1/topics/${encodeURIComponent(id)}/feed.${format}`}
        />
      ))}
    </section>
  );
}
