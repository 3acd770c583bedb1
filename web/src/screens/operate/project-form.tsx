import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { CREATE_PROJECT, type Project, UPDATE_PROJECT } from './project-queries.js';
import { asQuotas, asTyped, QUOTAS, type Typed } from './quotas.js';

interface Props {
  /** The project to change; null for a new one. */
  readonly project: Project | null;
  readonly done: () => void;
}

/** Creates a project, or changes its name and quotas. A refused input stays in the form. */
export function ProjectForm({ project, done }: Props): JSX.Element {
  const action = useAction();
  const [name, setName] = useState(project?.name ?? '');
  const [quotas, setQuotas] = useState<Typed>(() => asTyped(project?.quotas ?? null));
  const input = { name: name.trim(), quotas: asQuotas(quotas) };
  const { key, renew } = useOnceKey(input);
  const send = async (): Promise<void> => {
    const made = project
      ? await action.run(UPDATE_PROJECT, { id: project.id, input }, 'Changed.')
      : await action.run(CREATE_PROJECT, { input, key }, 'Created. Select it in the page header to work in it.');
    if (made === null) return;
    done();
    if (project) return;
    setName('');
    setQuotas(asTyped(null));
    renew();
  };
  const prefix = project?.id ?? 'new';
  return (
    <Form failure={action.failure} send={send}>
      <fieldset>
        <legend>{project ? `Change ${project.name}` : 'New project'}</legend>
        <Field name="Name" of="name" helpId={`${prefix}-name-help`} help="Unique among projects.">
          <input
            required
            maxLength={100}
            value={name}
            aria-describedby={`${prefix}-name-help`}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <div class="settings">
          {QUOTAS.map((quota) => (
            <Field
              key={quota.name}
              name={quota.title}
              of={`quotas.${quota.name}`}
              helpId={`${prefix}-${quota.name}`}
              help={`${quota.help} Empty: unlimited.`}
            >
              <input
                type="number"
                min="0"
                max="2147483647"
                step="1"
                value={quotas[quota.name]}
                aria-describedby={`${prefix}-${quota.name}`}
                onInput={(event) => setQuotas({ ...quotas, [quota.name]: event.currentTarget.value })}
              />
            </Field>
          ))}
        </div>
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy || name.trim() === ''}>
          {project ? 'Change' : 'Create the project'}
        </button>
      </fieldset>
    </Form>
  );
}
