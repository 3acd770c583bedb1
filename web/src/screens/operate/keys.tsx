import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { ago, minuteOf } from '../../parts/words.js';
import { CREATE_KEY, type Key, KEYS, REVOKE_KEY, ROTATE_KEY } from './key-queries.js';
import { highestScope, keyStanding, SCOPES, type KeyScope } from './key-standing.js';

/** The old key stays good for so long after its rotation. */
const OVERLAP_SECONDS = 86_400;

interface NewKeyProps {
  readonly projectId: string;
  /** @param secret of the new key */
  readonly made: (secret: string) => void;
}

function NewKey({ projectId, made }: NewKeyProps): JSX.Element {
  const action = useAction();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('READ');
  const [day, setDay] = useState('');
  const expiresAt = day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
  const input = { name: name.trim(), scopes: [scope], expiresAt };
  const { key, renew } = useOnceKey(input);
  const send = async (): Promise<void> => {
    const answer = await action.run(CREATE_KEY, { projectId, input, key });
    if (!answer) return;
    setName('');
    renew();
    made(answer.createApiKey.secret);
  };
  return (
    <Form failure={action.failure} send={send}>
      <fieldset>
        <legend>New key</legend>
        <div class="settings">
          <Field name="Name" of="name" helpId="key-name-help" help="Its purpose, such as: nightly export.">
            <input
              required
              maxLength={100}
              dir="auto"
              value={name}
              aria-describedby="key-name-help"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </Field>
          <Field name="Scope" of="scopes" helpId="key-scope-help" help="Each scope includes those above it.">
            <select
              value={scope}
              aria-describedby="key-scope-help"
              onInput={(event) => setScope(event.currentTarget.value as KeyScope)}
            >
              {SCOPES.map((one) => (
                <option key={one.scope} value={one.scope}>
                  {one.scope.toLowerCase()}: {one.means}
                </option>
              ))}
            </select>
          </Field>
          <Field name="Last day" of="expiresAt" helpId="key-day-help" help="Empty: it does not expire.">
            <input
              type="date"
              value={day}
              aria-describedby="key-day-help"
              onInput={(event) => setDay(event.currentTarget.value)}
            />
          </Field>
        </div>
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy}>
          Create the key
        </button>
      </fieldset>
    </Form>
  );
}

const timeOf = (iso: string | null, none: string, now: number): string =>
  iso === null ? none : Date.parse(iso) > now ? minuteOf(iso) : ago(iso, now);

/** The keys of the project that is shown. */
export function KeysPart(): JSX.Element {
  const paging = usePaging('keys');
  const loaded = useQuery(KEYS, { after: paging.after });
  const action = useAction(loaded.reload);
  const [secret, setSecret] = useState<string | null>(null);
  const made = (text: string): void => {
    setSecret(text);
    loaded.reload();
  };
  const now = Date.now();
  const actionsOf = (projectId: string, { id, name, ...times }: Key): JSX.Element | null =>
    keyStanding(times, now).isUsable ? (
      <div class="buttons">
        {times.replacedBy === null && (
          <ConfirmButton
            text="Rotate"
            about={name}
            disabled={action.isBusy}
            confirmed={() =>
              void action
                .run(ROTATE_KEY, { projectId, id, overlapSeconds: OVERLAP_SECONDS })
                .then((answer) => answer && setSecret(answer.rotateApiKey.secret))
            }
          >
            A new key with the same scopes replaces it. The old one stays valid for a day.
          </ConfirmButton>
        )}
        <ConfirmButton
          text="Revoke"
          about={name}
          disabled={action.isBusy}
          confirmed={() => void action.run(REVOKE_KEY, { projectId, id }, `${name} was revoked.`)}
        >
          Calls with this key fail at once. This cannot be undone.
        </ConfirmButton>
      </div>
    ) : null;
  return (
    <Listed loaded={loaded} what="the keys">
      {({ currentProject: { id: projectId, name: project, keys } }) => (
        <>
          <p class="note">Keys of the project {project}.</p>
          <Outcome action={action} />
          {secret !== null && <ShownOnce name="The new key" text={secret} done={() => setSecret(null)} />}
          {keys.nodes.length === 0 ? (
            <p class="empty">The project has no key yet. Make one below.</p>
          ) : (
            <Table
              name="Keys"
              rows={keys.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ name }) => name },
                {
                  head: 'State',
                  cell: (key) => {
                    const { text, state } = keyStanding(key, now);
                    return <Badge state={state}>{text}</Badge>;
                  },
                },
                { head: 'Scope', cell: ({ scopes }) => highestScope(scopes) },
                { head: 'Last used', cell: ({ lastUsedAt }) => timeOf(lastUsedAt, 'never', now) },
                { head: 'Expires', cell: ({ expiresAt }) => timeOf(expiresAt, 'never', now) },
                { head: 'Created', cell: ({ createdAt }) => ago(createdAt, now) },
                { head: 'Actions', isChange: true, cell: (key) => actionsOf(projectId, key) },
              ]}
            />
          )}
          <Pager paging={paging} info={keys.pageInfo} name="More keys" />
          <NewKey projectId={projectId} made={made} />
        </>
      )}
    </Listed>
  );
}
