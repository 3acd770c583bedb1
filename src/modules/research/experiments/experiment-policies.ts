import { Injectable } from '@nestjs/common';
import { storedForm } from '../../../domain/base/json-value.js';
import { findPolicy, policies, type PolicyDefinition } from '../../../domain/policies/index.js';
import { ownSettingsSchema, type SessionConfig, sessionConfigSchema } from '../../../domain/session/index.js';
import { foldSpace } from '../../../domain/text/index.js';
import { checkedSettings, DomainError, invalid, withoutNulls } from '../../../platform/errors/index.js';
import { PriorsService, type StoredPrior } from '../../crawl/priors/index.js';
import { refuseUnusedObjective } from '../../crawl/sessions/index.js';
import type { ExperimentPlan, ExperimentPolicy } from './experiment.js';

/** A policy as specified by the user. */
export interface PolicyChoice {
  readonly policy: string;
  readonly policyConfig?: unknown;
  readonly domainCap?: unknown;
  readonly eagerness?: number | null;
  readonly objective?: unknown;
  readonly name?: string | null;
}

/** Checks the policies of experiments like those of sessions, and loads their warm starts. */
@Injectable()
export class ExperimentPolicies {
  constructor(private readonly priors: PriorsService) {}

  /** @throws DomainError VALIDATION_FAILED naming the wrong field */
  checked(choices: readonly PolicyChoice[]): ExperimentPolicy[] {
    const chosen = choices.map((choice, i): ExperimentPolicy => {
      const definition = required(choice.policy, `policies[${i}].policy`);
      const given = withoutNulls(choice.policyConfig ?? {});
      const config = checkedSettings(definition.configSchema, given, `policies[${i}].policyConfig`);
      const name = foldSpace(choice.name ?? definition.name);
      if (name === '') throw invalid(`policies[${i}].name`, 'the name is blank', 'a name that is not blank');
      const policyConfig = storedForm(config);
      const session = ownSettings(choice, definition, `policies[${i}]`);
      return { name, policy: definition.name, policyVersion: definition.version, policyConfig, ...session };
    });
    const twice = chosen.findIndex(({ name }, i) => chosen.findIndex((other) => other.name === name) !== i);
    if (twice >= 0)
      throw invalid(
        `policies[${twice}].name`,
        `two policies have the name ${JSON.stringify(chosen[twice].name)}`,
        'a name that no other policy of the experiment has',
      );
    return chosen;
  }

  /**
   * The learned state with which each policy starts; null for none.
   *
   * @throws DomainError VALIDATION_FAILED or INVALID_STATE naming the setting, if a spider is gone or does not fit
   */
  async priorsOf({ policies: chosen, budgets, session }: ExperimentPlan): Promise<(StoredPrior | null)[]> {
    const config: SessionConfig = sessionConfigSchema.parse({ ...session, budget: { fetches: Math.max(...budgets) } });
    const found: (StoredPrior | null)[] = [];
    for (const [i, { policy, policyConfig }] of chosen.entries()) {
      const definition = required(policy, `policies[${i}].policy`);
      try {
        found.push(await this.priors.of({ policy: definition, policyConfig, config }, null));
      } catch (error) {
        throw error instanceof DomainError ? underPolicy(error, i) : error;
      }
    }
    return found;
  }
}

function ownSettings(
  { domainCap, eagerness, objective }: PolicyChoice,
  definition: PolicyDefinition,
  field: string,
): Pick<ExperimentPolicy, 'session'> {
  const session = checkedSettings(ownSettingsSchema, withoutNulls({ domainCap, eagerness, objective }), field);
  refuseUnusedObjective(definition, session, `${field}.objective`);
  return Object.keys(session).length === 0 ? {} : { session };
}

/** The same refusal with the field of the policy. */
const underPolicy = ({ code, message, field, allowed, details }: DomainError, i: number): DomainError =>
  new DomainError(code, message, { field: `policies[${i}].${field ?? 'policyConfig'}`, allowed, details });

function required(name: string, field: string): PolicyDefinition {
  const policy = findPolicy(name);
  if (policy) return policy;
  throw invalid(
    field,
    `there is no policy ${JSON.stringify(name)}`,
    `one of ${policies.map((known) => known.name).join(', ')}`,
  );
}
