import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Failure } from '../api/failures.js';
import { signIn, type Standing } from '../api/sign-in.js';
import { Heading } from '../parts/heading.js';
import { Field } from '../parts/field.js';

interface Props {
  /** An earlier sign-in has ended, and its screen is kept. */
  readonly isAgain: boolean;
  readonly done: (standing: Standing) => void;
}

/** Asks for a key, once. It stands where the screen would, so that one is where one wanted to be afterwards. */
export function SignInScreen({ isAgain, done }: Props): JSX.Element {
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setSending(true);
    const answer = await signIn(key);
    setSending(false);
    setFailure(answer.failure);
    if (answer.failure) return;
    setKey('');
    done(answer.standing);
  };
  return (
    <form class="narrow" onSubmit={(event) => void send(event)}>
      <Heading
        text="Sign in"
        hint="This service asks for a key. It is sent once; the browser then keeps a cookie that no script can read."
      />
      {isAgain && (
        <p role="status">
          Your sign-in has ended: its time is over, or the key has expired or was revoked. Sign in with this key or
          another one of the same project, and you find your screen as you left it.
        </p>
      )}
      <Field
        name="Key"
        helpId="key-help"
        help={<>A key of a project (it begins with gl_), or one of the operator’s keys.</>}
      >
        <input
          type="password"
          name="key"
          autocomplete="current-password"
          required
          value={key}
          aria-invalid={failure !== null}
          aria-describedby="key-help"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
      </Field>
      {failure && (
        <p class="refused" role="alert">
          {failure.message}{' '}
          {failure.needsKey
            ? 'Check that it was copied whole, or ask the operator of this service for another one.'
            : failure.advice}
        </p>
      )}
      <button type="submit" class="primary" disabled={isSending}>
        Sign in
      </button>
    </form>
  );
}
