/**
 * What a session is to find besides as many relevant pages as it can: relevant domains, which are domains with a relevant page. One of both is set.
 */
export interface Objective {
  /** What the first relevant page of a domain counts for in addition, where any other relevant page counts for 1. */
  readonly domainWeight?: number | undefined;
  /** New relevant domains come first until there are so many, then pages. */
  readonly domainsAtLeast?: number | undefined;
}
