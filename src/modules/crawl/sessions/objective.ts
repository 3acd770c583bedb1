import { policies, type PolicyDefinition } from '../../../domain/policies/index.js';
import type { SessionConfig } from '../../../domain/session/index.js';
import { invalid } from '../../../platform/errors/index.js';
import type { ObjectiveProgressDto } from './dto/session-settings.dto.js';
import type { Session } from './session.js';

/**
 * @param field of the objective in the request
 * @throws DomainError VALIDATION_FAILED if there is an objective and the policy does not support one
 */
export function refuseUnusedObjective(
  { name, heedsObjective = false }: PolicyDefinition,
  { objective }: Partial<Pick<SessionConfig, 'objective'>>,
  field = 'objective',
): void {
  if (objective === undefined || heedsObjective) return;
  const able = policies.filter((policy) => policy.heedsObjective === true).map((policy) => policy.name);
  throw invalid(
    field,
    `policy ${name} does not weigh domains against pages, so it cannot take an objective`,
    `no objective, or a policy that heeds one: ${able.join(', ')}`,
  );
}

/** The progress of a session towards its objective; null without one. */
export function objectiveProgress({
  config: { objective },
  relevantDomainCount,
}: Pick<Session, 'config' | 'relevantDomainCount'>): ObjectiveProgressDto | null {
  if (objective === undefined) return null;
  const domainsAtLeast = objective.domainsAtLeast ?? null;
  return {
    relevantDomains: relevantDomainCount,
    domainsAtLeast,
    reached: domainsAtLeast === null ? null : relevantDomainCount >= domainsAtLeast,
  };
}
