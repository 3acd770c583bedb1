import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Listed } from '../../parts/listed.js';
import { spelled } from '../../parts/named-words.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { ago } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { WebhookForm } from './webhook-form.js';
import {
  DELETE_WEBHOOK,
  EVENT_TYPES,
  ROTATE_SECRET,
  TEST_WEBHOOK,
  UPDATE_WEBHOOK,
  type Webhook,
  WEBHOOKS,
} from './webhook-queries.js';

const messagesOf = (id: string): string => `${pathTo('operatePart', 'webhooks')}?of=${encodeURIComponent(id)}`;

const REASONS: Readonly<Record<string, string>> = {
  BACKLOG: 'too many messages waited',
  FAILING: 'it failed for days',
  GONE: 'the address said that it is gone',
};

function State({ webhook: { enabled, disabledReason, failingSince } }: { readonly webhook: Webhook }): JSX.Element {
  if (!enabled)
    return (
      <>
        <Badge state="STOPPED">off</Badge>{' '}
        {disabledReason !== null && `by the service: ${REASONS[disabledReason] ?? ''}`}
      </>
    );
  if (failingSince === null) return <Badge state="RUNNING">on</Badge>;
  return (
    <>
      <Badge state="FAILED">failing</Badge> since {ago(failingSince, Date.now())}
    </>
  );
}

/** The webhooks of the project. */
export function WebhooksPart(): JSX.Element {
  const paging = usePaging('webhooks');
  const loaded = useQuery(WEBHOOKS, { after: paging.after });
  const action = useAction(loaded.reload);
  /** The one in the form, which stays when somebody else deletes it. */
  const [changing, setChanging] = useState<Webhook | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const actionsOf = (webhook: Webhook): JSX.Element => {
    const { id, url, enabled } = webhook;
    return (
      <div class="buttons">
        <button
          type="button"
          aria-label={`Test: ${url}`}
          disabled={action.isBusy || !enabled}
          onClick={() => void action.run(TEST_WEBHOOK, { id }).then((answer) => answer && go(messagesOf(id)))}
        >
          Test
        </button>
        <button
          type="button"
          aria-label={`${enabled ? 'Switch off' : 'Switch on'}: ${url}`}
          disabled={action.isBusy}
          onClick={() =>
            void action.run(
              UPDATE_WEBHOOK,
              { id, input: { enabled: !enabled } },
              enabled ? 'Switched off.' : 'Switched on.',
            )
          }
        >
          {enabled ? 'Switch off' : 'Switch on'}
        </button>
        <button
          type="button"
          aria-label={`Change: ${url}`}
          onClick={() => setChanging(changing?.id === id ? null : webhook)}
        >
          Change
        </button>
        <ConfirmButton
          text="Rotate secret"
          about={url}
          disabled={action.isBusy}
          confirmed={() =>
            void action
              .run(ROTATE_SECRET, { id })
              .then((answer) => answer && setSecret(answer.rotateWebhookSecret.secret))
          }
        >
          Messages are signed with the new secret, and for a day with the old one as well.
        </ConfirmButton>
        <ConfirmButton text="Delete" about={url} disabled={action.isBusy} confirmed={() => void remove(webhook)}>
          Its messages are deleted with it, also those that wait.
        </ConfirmButton>
      </div>
    );
  };
  const remove = async ({ id }: Webhook): Promise<void> => {
    if (!(await action.run(DELETE_WEBHOOK, { id }, 'The webhook was deleted.'))) return;
    setChanging((before) => (before?.id === id ? null : before));
  };
  return (
    <Listed loaded={loaded} what="the webhooks">
      {({ webhooks }) => {
        const chosen = webhooks.nodes.find(({ id }) => id === changing?.id) ?? changing;
        return (
          <>
            <Outcome action={action} />
            {secret !== null && <ShownOnce name="The secret" text={secret} done={() => setSecret(null)} />}
            {webhooks.nodes.length === 0 ? (
              <p class="empty">The project has no webhook yet.{mayWrite() && ' Make one below.'}</p>
            ) : (
              <Table
                name="Webhooks"
                rows={webhooks.nodes}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: 'Address',
                    cell: ({ id, url, description }) => (
                      <>
                        <Link to={messagesOf(id)}>{url}</Link> {description !== '' && <small>{description}</small>}
                      </>
                    ),
                  },
                  { head: 'State', cell: (webhook) => <State webhook={webhook} /> },
                  {
                    head: 'Events',
                    cell: ({ types }) => (types.length === EVENT_TYPES.length ? 'all' : types.map(spelled).join(', ')),
                  },
                  {
                    head: 'Of',
                    cell: ({ topicId, sessionId }) =>
                      sessionId !== null ? (
                        <Link to={pathTo('session', sessionId)}>one session</Link>
                      ) : topicId !== null ? (
                        <Link to={pathTo('topic', topicId)}>one topic</Link>
                      ) : (
                        'the project'
                      ),
                  },
                  { head: 'Created', cell: ({ createdAt }) => ago(createdAt, Date.now()) },
                  { head: 'Actions', isChange: true, cell: actionsOf },
                ]}
              />
            )}
            <Pager paging={paging} info={webhooks.pageInfo} name="More webhooks" />
            {chosen && <WebhookForm key={chosen.id} webhook={chosen} done={loaded.reload} />}
            {mayWrite() && (
              <WebhookForm
                webhook={null}
                done={(made) => {
                  setSecret(made);
                  loaded.reload();
                }}
              />
            )}
          </>
        );
      }}
    </Listed>
  );
}
