import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.js';
import { mayWrite } from '../../api/sign-in.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { CopyField } from '../../parts/copy-field.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';

const FORMATS = [
  ['rss', 'RSS'],
  ['atom', 'Atom'],
  ['json', 'JSON Feed'],
] as const;

const CREATE_TOKEN = graphql(`
  mutation CreateFeedToken($id: ID!) {
    createFeedToken(id: $id) {
      token
    }
  }
`);

const REVOKE_TOKEN = graphql(`
  mutation RevokeFeedToken($id: ID!) {
    revokeFeedToken(id: $id)
  }
`);

interface Props {
  readonly id: string;
  readonly name: string;
  readonly hasToken: boolean;
  readonly changed: () => void;
}

/** Addresses of a monitor's feed. Readers that send no key need a token in the address. */
export function FeedsPart({ id, name, hasToken, changed }: Props): JSX.Element {
  const action = useAction(changed);
  const [token, setToken] = useState<string | null>(null);
  const addressOf = (format: string): string =>
    `${location.origin}/v1/monitors/${encodeURIComponent(id)}/feed.${format}${token === null ? '' : `?token=${token}`}`;
  const make = (): void =>
    void action.run(CREATE_TOKEN, { id }).then((answer) => setToken(answer?.createFeedToken.token ?? null));
  return (
    <section aria-labelledby="feeds-heading">
      <h2 id="feeds-heading">Feeds</h2>
      <p class="note">
        {token !== null
          ? 'Everyone with these addresses can read this feed, and nothing else. Copy them now: the token is not shown again.'
          : hasToken
            ? 'The feed can be read with a token. A new one replaces it. The addresses below need a key.'
            : 'These addresses need a key in the header. Most feed readers send none: make addresses with a token for them.'}
      </p>
      {FORMATS.map(([format, text]) => (
        <CopyField key={format} name={text} text={addressOf(format)} />
      ))}
      {mayWrite() && (
        <div class="buttons">
          {hasToken ? (
            <ConfirmButton text="New token" about={name} disabled={action.isBusy} confirmed={make}>
              Feed readers with the current token lose access.
            </ConfirmButton>
          ) : (
            <button type="button" disabled={action.isBusy} onClick={make}>
              Make addresses with a token
            </button>
          )}
          {hasToken && (
            <ConfirmButton
              text="Revoke the token"
              about={name}
              disabled={action.isBusy}
              confirmed={() => {
                setToken(null);
                void action.run(REVOKE_TOKEN, { id }, 'The token is revoked.');
              }}
            >
              Feed readers with it lose access.
            </ConfirmButton>
          )}
        </div>
      )}
      <Outcome action={action} />
    </section>
  );
}
