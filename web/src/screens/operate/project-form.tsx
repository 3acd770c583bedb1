import type { JSX } from 'preact';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useFields } from '../../parts/use-fields.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { CREATE_PROJECT, type Project, UPDATE_PROJECT } from './project-queries.js';
import { asQuotas, asTyped, QUOTAS } from './quotas.js';

interface Props {
  /** The project to change; null for a new one. */
  readonly project: Project | null;
  readonly done: () => void;
}

/** Creates a project, or changes its name and quotas. A refused input stays in the form. */
export function ProjectForm({ project, done }: Props): JSX.Element {
  const action = useAction();
  const stored = { name: project?.name ?? '', ...asTyped(project?.quotas ?? null) };
  const [{ name, ...quotas }, change] = useFields(stored);
  const input = { name: name.trim(), quotas: asQuotas(quotas) };
  const changed = {
    ...changedFields({ name: stored.name }, { name: input.name }),
    quotas: changedFields(asQuotas(stored), input.quotas),
  };
  const { key, renew } = useOnceKey(input);
  const send = async (): Promise<void> => {
    const made = project
      ? await action.run(UPDATE_PROJECT, { id: project.id, input: changed }, 'Changed.')
      : await action.run(CREATE_PROJECT, { input, key }, 'Created. Select it in the page header to work in it.');
    if (made === null) return;
    done();
    if (project) return;
    change({ name: '', ...asTyped(null) });
    renew();
  };
  const isSame = project !== null && changed.name === undefined && isNothing(changed.quotas);
  const prefix = project?.id ?? 'new';
  return (
    <Form failure={action.failure} send={send}>
      <fieldset>
        <legend>{project ? `Change ${project.name}` : 'New project'}</legend>
        <Field name="Name" of="name" helpId={`${prefix}-name-help`} help="Unique among projects.">
          <input
            required
            maxLength={100}
            dir="auto"
            value={name}
            aria-describedby={`${prefix}-name-help`}
            onInput={(event) => change({ name: event.currentTarget.value })}
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
                onInput={(event) => change({ [quota.name]: event.currentTarget.value })}
              />
            </Field>
          ))}
        </div>
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy || isSame}>
          {project ? 'Change' : 'Create the project'}
        </button>
      </fieldset>
    </Form>
  );
}
