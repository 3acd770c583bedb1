import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../api/failures.js';
import { send } from '../../api/rest.js';
import type { Loaded } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Field } from '../../parts/field.js';
import { Outcome, Trouble } from '../../parts/trouble.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { isAbout, saidOf } from '../../parts/failure-place.js';
import type { Templates } from './queries.js';
import { ofTemplate } from './session-body.js';

type Template = Templates['sessionTemplates']['nodes'][number];
type Stored = Pick<Template, 'id' | 'settings' | 'updatedAt'>;

interface Props {
  readonly loaded: Loaded<Templates>;
  /** The body of a new session as the form has it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Takes the settings of a template. */
  readonly take: (settings: unknown) => void;
}

const OUTDATED: Failure = {
  message: 'Its settings have changed since they were put into the form.',
  advice: 'To see the newest, choose the template again: they replace those of the form. Or save a new template.',
  field: null,
  needsKey: false,
};

/** Stored settings: one is taken, and those of the form are stored. */
export function TemplatePart({ loaded, body, take }: Props): JSX.Element {
  const [chosenId, setChosenId] = useState('');
  /** The name that is being typed, and the template that gets it; null: a new one. */
  const [naming, setNaming] = useState<{ readonly name: string; readonly of: string | null } | null>(null);
  const [outcome, setOutcome] = useState<{ failure: Failure | null; said: string }>({ failure: null, said: '' });
  const [isBusy, setBusy] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  /** The button that began the naming gets the focus back. */
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    if (naming !== null) nameInput.current?.focus();
    else if (isLeft.current) opener.current?.focus();
    isLeft.current = naming !== null;
  }, [naming === null]);
  const settings = ofTemplate(body);
  const { key, renew } = useOnceKey({ name: naming?.name ?? null, settings });
  const templates = loaded.data?.sessionTemplates.nodes ?? [];
  const chosen = templates.find(({ id }) => id === chosenId);
  const { failure } = outcome;
  /** The state of the chosen template that the form has: others may change it meanwhile. */
  const [taken, setTaken] = useState<Stored | null>(null);

  const run = async (
    ...[method, path, content, said, updatedAt]: readonly [
      'POST' | 'PATCH' | 'DELETE',
      string,
      unknown,
      string,
      string?,
    ]
  ): Promise<Stored | null> => {
    setBusy(true);
    const answer = await send<Stored | null>(method, path, content, method === 'POST' ? key : undefined, updatedAt);
    setBusy(false);
    const isOutdated = answer.failure?.isOutdated ?? false;
    setOutcome({ failure: isOutdated ? OUTDATED : answer.failure, said: answer.failure ? '' : said });
    // One that was deleted elsewhere leaves the list.
    if (!answer.failure || isOutdated || answer.failure.missing !== undefined) loaded.reload();
    if (isOutdated) {
      setChosenId('');
      setTaken(null);
    }
    // A renamed one may have settings of others that nobody has seen here.
    const isSeen = method === 'POST' || updatedAt !== undefined;
    if (answer.data && (isSeen || JSON.stringify(answer.data.settings) === JSON.stringify(taken?.settings)))
      setTaken(answer.data);
    return answer.data;
  };
  const choose = (id: string): void => {
    setOutcome({ failure: null, said: '' });
    setChosenId(id);
    const template = templates.find((one) => one.id === id) ?? null;
    setTaken(template);
    if (template) take(template.settings);
  };
  const save = async (): Promise<void> => {
    const { name, of } = naming ?? { name: '', of: null };
    const wanted = name.trim();
    const saved =
      of === null
        ? await run('POST', '/v1/session-templates', { name: wanted, settings }, `${wanted} was saved.`)
        : await run('PATCH', `/v1/session-templates/${of}`, { name: wanted }, `The template is now named ${wanted}.`);
    if (!saved) return nameInput.current?.focus();
    renew();
    setNaming(null);
    setChosenId(saved.id);
  };
  const replace = async ({ id, name, updatedAt }: Template): Promise<void> => {
    const seen = taken?.id === id ? taken.updatedAt : updatedAt;
    await run('PATCH', `/v1/session-templates/${id}`, { settings }, `${name} was replaced.`, seen);
  };
  const saveNamed = (name: string): void => (name.trim() === '' ? nameInput.current?.focus() : void save());
  const isTaken = isAbout(failure, 'name');
  return (
    <div class="template">
      <div class="settings aligned">
        <Field name="Session template" helpId="template-help" help="Stored settings. They replace those of the form.">
          <select
            value={chosen ? chosenId : ''}
            // The list may not have yet what was changed.
            disabled={isBusy || loaded.isLoading}
            aria-describedby="template-help"
            onInput={(event) => choose(event.currentTarget.value)}
          >
            <option value="">none</option>
            {templates.map((template) => (
              <option key={template.id} value={template.id}>
                {template.name}
              </option>
            ))}
          </select>
        </Field>
        {naming && (
          <Field
            name="Name of the template"
            helpId="template-name"
            help={
              naming.of === null
                ? 'For the policy and its settings, without topic, seeds and secrets.'
                : 'The settings stay as they are.'
            }
            problem={saidOf(failure, 'name', 'Name of the template')}
          >
            <input
              maxLength={200}
              dir="auto"
              value={naming.name}
              aria-invalid={isTaken}
              aria-describedby="template-name"
              ref={nameInput}
              onInput={(event) => setNaming({ ...naming, name: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                saveNamed(naming.name);
              }}
            />
          </Field>
        )}
      </div>
      <div class="buttons">
        {naming === null ? (
          <button ref={opener} type="button" onClick={() => setNaming({ name: '', of: null })}>
            Save as a template
          </button>
        ) : (
          <>
            <button type="button" disabled={isBusy} onClick={() => saveNamed(naming.name)}>
              {naming.of === null ? 'Save template' : 'Rename'}
            </button>
            <button type="button" onClick={() => setNaming(null)}>
              Cancel
            </button>
          </>
        )}
        {naming === null && chosen && (
          <>
            <button type="button" onClick={() => setNaming({ name: chosen.name, of: chosen.id })}>
              Rename template
            </button>
            <ConfirmButton
              text="Replace template"
              about={chosen.name}
              disabled={isBusy}
              confirmed={() => void replace(chosen)}
            >
              Its settings become those of the form. Sessions that were started with it stay as they are.
            </ConfirmButton>
            <ConfirmButton
              text="Delete template"
              about={chosen.name}
              disabled={isBusy}
              confirmed={() =>
                void run('DELETE', `/v1/session-templates/${chosen.id}`, undefined, `${chosen.name} was deleted.`)
              }
            >
              Sessions that were started with it stay as they are.
            </ConfirmButton>
          </>
        )}
      </div>
      {loaded.failure && <Trouble failure={loaded.failure} again={loaded.reload} />}
      <Outcome action={isTaken ? { failure: null, said: '' } : outcome} />
    </div>
  );
}
