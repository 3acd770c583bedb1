/**
 * A session's objective besides as many relevant pages as possible: relevant domains, which have at least one relevant
 * page. Exactly one of both fields is set.
 */
export interface Objective {
  /** Additional weight of the first relevant page of a domain, relative to 1 for any other relevant page. */
  readonly domainWeight?: number | undefined;
  /** Until this number of relevant domains is reached, new ones come first, then pages. */
  readonly domainsAtLeast?: number | undefined;
}
