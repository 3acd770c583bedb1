import { z } from 'zod';

/** A larger weight makes no further difference: at a thousand, domains always come first. */
const MAX_WEIGHT = 1_000;
const MAX_DOMAINS = 10_000_000;

/** A session's objective besides as many relevant pages as possible: `Objective` of the policies. */
export const objectiveSchema = z
  .strictObject({
    domainWeight: z
      .number()
      .min(0)
      .max(MAX_WEIGHT)
      .optional()
      .describe(
        'Additional weight of the first relevant page of a domain, relative to 1 for any other relevant page. 0: only pages count. This or domainsAtLeast',
      ),
    domainsAtLeast: z
      .int()
      .min(1)
      .max(MAX_DOMAINS)
      .optional()
      .describe(
        'Number of relevant domains to reach first: until then, pages of domains without a relevant page come first, afterwards only pages count. This or domainWeight',
      ),
  })
  .refine(({ domainWeight, domainsAtLeast }) => (domainWeight === undefined) !== (domainsAtLeast === undefined), {
    message: 'one of domainWeight and domainsAtLeast is required, not both',
  })
  .describe(
    "Weight of relevant domains relative to relevant pages. Only for policies that use an objective. Default: the policy's own; prospector's is a domainWeight of 0.25",
  );
