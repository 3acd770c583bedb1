import type { JSX } from 'preact';
import type { Failure } from '../../api/failures.js';
import { Field } from '../../parts/field.js';
import { type AccessDraft, type HostDraft, NO_HOST } from './access.js';
import { COOKIES, type Draft } from './draft.js';

interface Props {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly access: AccessDraft;
  readonly changeAccess: (access: AccessDraft) => void;
  readonly failure: Failure | null;
}

/** Whether a refusal is about an input or a part of it. */
const isAbout = (failure: Failure | null, input: string): boolean =>
  failure?.field === input || ['.', '['].some((mark) => failure?.field?.startsWith(input + mark));

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
      <Field name="Name of the host" helpId={helpOf('host')} help="Without scheme and port. No other host gets them.">
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
        <Field name="Headers" helpId={helpOf('headers')} help="One in a line, as Name: value.">
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
        <Field name="Cookies" helpId={helpOf('cookies')} help="One in a line, as name=value.">
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

/** As whom servers are asked, and with which secrets. */
export function IdentityPart({ draft, change, access, changeAccess, failure }: Props): JSX.Element {
  const { hosts } = access;
  const isRefused = ['cookies', 'acceptLanguage', 'userAgent', 'access'].some((name) => isAbout(failure, name));
  return (
    <fieldset>
      <legend>Who asks</legend>
      <details open={isRefused || undefined}>
        <summary>Cookies, languages, logins and proxies</summary>
        <Field name="Keep cookies" helpId="cookies-help" help="A visit is one fetch with its redirects and scripts.">
          <select
            value={draft.cookies}
            aria-invalid={isAbout(failure, 'cookies')}
            aria-describedby="cookies-help"
            onInput={(event) => change({ cookies: event.currentTarget.value })}
          >
            {COOKIES.map(({ mode, words }) => (
              <option key={mode} value={mode}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <div class="pair">
          <Field name="Languages" helpId="languages-help" help="Accept-Language that servers see. Default: none.">
            <input
              value={draft.acceptLanguage}
              maxLength={200}
              spellcheck={false}
              placeholder="de-CH, de;q=0.9, en;q=0.5"
              aria-invalid={isAbout(failure, 'acceptLanguage')}
              aria-describedby="languages-help"
              onInput={(event) => change({ acceptLanguage: event.currentTarget.value })}
            />
          </Field>
          <Field name="User agent" helpId="agent-help" help="Name that servers see. Default: that of the service.">
            <input
              value={draft.userAgent}
              maxLength={300}
              spellcheck={false}
              aria-invalid={isAbout(failure, 'userAgent')}
              aria-describedby="agent-help"
              onInput={(event) => change({ userAgent: event.currentTarget.value })}
            />
          </Field>
        </div>
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
              changeAccess({ ...access, hosts: hosts.map((host, at) => (at === i ? { ...host, ...part } : host)) })
            }
            remove={() => changeAccess({ ...access, hosts: hosts.filter((_, at) => at !== i) })}
          />
        ))}
        <p>
          <button type="button" onClick={() => changeAccess({ ...access, hosts: [...hosts, NO_HOST] })}>
            {hosts.length === 0 ? 'Log in to a host' : 'Log in to another host'}
          </button>
        </p>
        <Field
          name="Proxies"
          helpId="proxies-help"
          help="One in a line (http, https, socks5), taken in turn. A visit asks one host through one proxy."
        >
          <textarea
            rows={2}
            value={access.proxies}
            spellcheck={false}
            autocomplete="off"
            placeholder="socks5://user:password@proxy.example:1080"
            aria-invalid={isAbout(failure, 'access.proxies')}
            aria-describedby="proxies-help"
            onInput={(event) => changeAccess({ ...access, proxies: event.currentTarget.value })}
          />
        </Field>
      </details>
    </fieldset>
  );
}
