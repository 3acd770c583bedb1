import type { JSX } from 'preact';
import type { Failure } from '../../api/failures.js';
import { Field } from '../../parts/field.js';
import { type AccessDraft, type HostDraft, NO_HOST } from './access.js';
import { isAbout, saidOf } from '../../parts/failure-place.js';

interface Props {
  readonly access: AccessDraft;
  readonly change: (access: AccessDraft) => void;
  readonly failure: Failure | null;
}

/** Number of parts in use. */
export const usedOf = ({ hosts, proxies }: AccessDraft): number => hosts.length + (proxies.trim() === '' ? 0 : 1);

export const isAccessRefused = (failure: Failure | null): boolean => isAbout(failure, 'access');

interface HostProps {
  readonly entry: HostDraft;
  readonly index: number;
  readonly failure: Failure | null;
  readonly change: (part: Partial<HostDraft>) => void;
  readonly remove: () => void;
}

function HostInputs({ entry, index, failure, change, remove }: HostProps): JSX.Element {
  const place = `access.hosts[${index}]`;
  const helpOf = (part: string): string => `${part}-${index}-help`;
  return (
    <fieldset class="host">
      <legend>Host {index + 1}</legend>
      <Field
        name="Name of the host"
        helpId={helpOf('host')}
        help="Without scheme and port. No other host gets them."
        problem={saidOf(failure, `${place}.host`, 'Name of the host')}
      >
        <input
          value={entry.host}
          maxLength={253}
          spellcheck={false}
          autocomplete="off"
          placeholder="members.example"
          aria-invalid={isAbout(failure, `${place}.host`)}
          aria-describedby={helpOf('host')}
          onInput={(event) => change({ host: event.currentTarget.value })}
        />
      </Field>
      <div class="pair">
        <Field
          name="Headers"
          helpId={helpOf('headers')}
          help="One in a line, as Name: value."
          problem={saidOf(failure, `${place}.headers`, 'Headers')}
        >
          <textarea
            rows={2}
            value={entry.headers}
            spellcheck={false}
            autocomplete="off"
            placeholder="Authorization: Bearer …"
            aria-invalid={isAbout(failure, `${place}.headers`)}
            aria-describedby={helpOf('headers')}
            onInput={(event) => change({ headers: event.currentTarget.value })}
          />
        </Field>
        <Field
          name="Cookies"
          helpId={helpOf('cookies')}
          help="One in a line, as name=value."
          problem={saidOf(failure, `${place}.cookies`, 'Cookies')}
        >
          <textarea
            rows={2}
            value={entry.cookies}
            spellcheck={false}
            autocomplete="off"
            placeholder="login=…"
            aria-invalid={isAbout(failure, `${place}.cookies`)}
            aria-describedby={helpOf('cookies')}
            onInput={(event) => change({ cookies: event.currentTarget.value })}
          />
        </Field>
      </div>
      <button type="button" onClick={remove}>
        Remove host {index + 1}
      </button>
    </fieldset>
  );
}

/** Logins and proxies. */
export function AccessPart({ access, change, failure }: Props): JSX.Element {
  const { hosts } = access;
  return (
    <>
      <h3>Logins and proxies</h3>
      <p class="note">
        Logins and proxies are secret: nothing shows them after the start, and a reload of this screen loses them.
      </p>
      {hosts.map((entry, i) => (
        <HostInputs
          key={i}
          entry={entry}
          index={i}
          failure={failure}
          change={(part) =>
            change({ ...access, hosts: hosts.map((host, at) => (at === i ? { ...host, ...part } : host)) })
          }
          remove={() => change({ ...access, hosts: hosts.filter((_, at) => at !== i) })}
        />
      ))}
      <p>
        <button type="button" onClick={() => change({ ...access, hosts: [...hosts, NO_HOST] })}>
          {hosts.length === 0 ? 'Log in to a host' : 'Log in to another host'}
        </button>
      </p>
      <Field
        name="Proxies"
        helpId="proxies-help"
        help="One in a line (http, https, socks5), taken in turn. A visit asks one host through one proxy."
        problem={saidOf(failure, 'access.proxies', 'Proxies')}
      >
        <textarea
          rows={2}
          value={access.proxies}
          spellcheck={false}
          autocomplete="off"
          placeholder="socks5://user:password@proxy.example:1080"
          aria-invalid={isAbout(failure, 'access.proxies')}
          aria-describedby="proxies-help"
          onInput={(event) => change({ ...access, proxies: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}
