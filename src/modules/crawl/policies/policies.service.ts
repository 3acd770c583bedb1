import { Injectable } from '@nestjs/common';
import { describePolicies, type PolicyDescription } from '../../../domain/policies/index.js';
import { notFound } from '../../../platform/errors/index.js';

@Injectable()
export class PoliciesService {
  /** The registry does not change while the service runs, so JSON schemas are generated once. */
  private readonly policies = describePolicies();

  list(): PolicyDescription[] {
    return this.policies;
  }

  /** @throws DomainError NOT_FOUND */
  get(name: string): PolicyDescription {
    const policy = this.policies.find((known) => known.name === name);
    if (!policy) throw notFound('policy', name);
    return policy;
  }
}
