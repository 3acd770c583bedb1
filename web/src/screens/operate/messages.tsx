import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { headed } from '../../parts/named-words.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { type Action, useAction } from '../../parts/use-action.js';
import { counted, secondOf } from '../../parts/words.js';
import { Link, useInAddress } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type Message, MESSAGES, REPLAY, REPLAY_ALL } from './webhook-queries.js';

const STATES = { PENDING: 'waiting', DELIVERED: 'delivered', FAILED: 'given up' } as const;
const COLOURS = { PENDING: 'QUEUED', DELIVERED: 'RUNNING', FAILED: 'FAILED' } as const;
const isState = (text: string): text is keyof typeof STATES => Object.hasOwn(STATES, text);

const timeOf = (iso: string | null): string => (iso === null ? '–' : secondOf(iso));

function Attempts({ message: { attemptLog, body } }: { readonly message: Message }): JSX.Element {
  return (
    <details>
      <summary>{counted(attemptLog.length, 'attempt')} and the message</summary>
      {attemptLog.map(({ no, at, durationMs, httpStatus, outcome, error, excerpt }) => (
        <p key={no} class="note">
          {no}. {timeOf(at)}: {outcome}
          {httpStatus !== null && `, status ${httpStatus}`}, {durationMs} ms {error} {excerpt && <code>{excerpt}</code>}
        </p>
      ))}
      <pre class="body" tabIndex={0}>
        {body}
      </pre>
    </details>
  );
}

/** Has all messages delivered again that were given up since a time. */
function ReplaySince({ id, action }: { readonly id: string; readonly action: Action }): JSX.Element {
  const [since, setSince] = useState('');
  const [replayed, setReplayed] = useState<number | null>(null);
  const send = async (): Promise<void> => {
    const answer = await action.run(REPLAY_ALL, { id, since: new Date(since).toISOString() });
    setReplayed(answer?.replayWebhookMessages.replayed ?? null);
  };
  return (
    <Form class="filters" failure={action.failure} send={send}>
      <Field name="Deliver failed messages again since" of="since" helpId="replay-since" help="">
        <input
          type="datetime-local"
          required
          value={since}
          aria-describedby="replay-since"
          onInput={(event) => setSince(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" disabled={action.isBusy}>
        Deliver again
      </button>
      <span role="status">{replayed !== null && `${counted(replayed, 'message')} will be delivered again.`}</span>
      <Outcome action={action} />
    </Form>
  );
}

/** The messages to a webhook, with their attempts. */
export function MessagesPart({ id }: { readonly id: string }): JSX.Element {
  const paging = usePaging('messages');
  const [named, setNamed] = useInAddress('state');
  const state = isState(named) ? named : null;
  const loaded = useQuery(MESSAGES, { id, after: paging.after, state });
  const action = useAction(loaded.reload);
  return (
    <>
      <p class="note">
        <Link to={pathTo('operatePart', 'webhooks')}>All webhooks</Link>
      </p>
      <div class="filters">
        <label>
          <span>Messages</span>
          <select
            value={state ?? ''}
            onInput={(event) => {
              paging.begin();
              setNamed(event.currentTarget.value);
            }}
          >
            <option value="">all</option>
            {Object.entries(STATES).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={loaded.isLoading} onClick={loaded.reload}>
          Reload
        </button>
      </div>
      <ReplaySince id={id} action={action} />
      <Listed
        loaded={loaded}
        what="the messages"
        isEmpty={({ webhook }) => webhook.messages.nodes.length === 0}
        empty={<p>No message matches.{mayWrite() && ' Test the webhook to send one.'}</p>}
      >
        {({ webhook: { url, messages } }) => (
          <>
            <p class="note">Messages to {url}</p>
            <Table
              name="Messages"
              rows={messages.nodes}
              idOf={(message) => message.id}
              columns={[
                { head: 'Event', cell: ({ type }) => headed(type) },
                { head: 'When', cell: ({ createdAt }) => timeOf(createdAt) },
                {
                  head: 'State',
                  cell: (message) => <Badge state={COLOURS[message.state]}>{STATES[message.state]}</Badge>,
                },
                { head: 'Next attempt', cell: ({ nextAttemptAt }) => timeOf(nextAttemptAt) },
                { head: 'Attempts', cell: (message) => <Attempts message={message} /> },
                {
                  head: 'Actions',
                  isChange: true,
                  cell: (message) => (
                    <button
                      type="button"
                      aria-label={`Deliver again: ${headed(message.type)} of ${timeOf(message.createdAt)}`}
                      disabled={action.isBusy || message.state === 'PENDING'}
                      onClick={() =>
                        void action.run(REPLAY, { id: message.id, webhookId: id }, 'It will be delivered again.')
                      }
                    >
                      Deliver again
                    </button>
                  ),
                },
              ]}
            />
            <Pager paging={paging} info={messages.pageInfo} name="More messages" />
          </>
        )}
      </Listed>
    </>
  );
}
