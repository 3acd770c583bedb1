import type { JSX } from 'preact';
import type { Failure } from '../../api/failures.js';
import { useMemo } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { spiderSource } from '../../parts/pick-sources.js';
import type { Draft } from './draft.js';
import { isAbout, saidOf } from '../../parts/failure-place.js';
import { schemaSettings } from './schema-settings.js';
import type { Policy } from './queries.js';
import { SettingPart } from './setting-part.js';
import { SPIDER_KINDS } from './spider-kinds.js';

interface Props {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly failure: Failure | null;
  readonly policies: readonly Policy[];
}

/** The policy, and its settings behind a fold. */
export function PolicyPart({ draft, change, failure, policies }: Props): JSX.Element {
  const policy = policies.find(({ name }) => name === draft.policy);
  const entered = draft.ofPolicies[draft.policy] ?? {};
  const settings = schemaSettings(policy?.configSchema);
  const sources = useMemo(() => ({ spider: spiderSource(SPIDER_KINDS[draft.policy] ?? null) }), [draft.policy]);
  return (
    <>
      <Field
        name="Policy"
        helpId="policy-help"
        help={policy && `${policy.summary} Source: ${policy.source}.`}
        problem={saidOf(failure, 'policy', 'Policy')}
      >
        <select
          value={draft.policy}
          aria-invalid={isAbout(failure, 'policy')}
          aria-describedby="policy-help"
          onInput={(event) => change({ policy: event.currentTarget.value })}
        >
          {policies.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {settings.length > 0 && (
        <SettingPart
          key={draft.policy}
          title="Settings of this policy"
          level={3}
          settings={settings}
          texts={entered}
          prefix="policyConfig."
          failure={failure}
          sources={sources}
          enter={(name, text) =>
            change({ ofPolicies: { ...draft.ofPolicies, [draft.policy]: { ...entered, [name]: text } } })
          }
        />
      )}
    </>
  );
}
