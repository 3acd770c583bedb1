import { z } from 'zod';

/** A relevant page that is worth a thousand others is as good as none that comes before it. */
const MAX_WEIGHT = 1_000;
const MAX_DOMAINS = 10_000_000;

/** What a session is to find besides as many relevant pages as it can: `Objective` of the policies. */
export const objectiveSchema = z
  .strictObject({
    domainWeight: z
      .number()
      .min(0)
      .max(MAX_WEIGHT)
      .optional()
      .describe(
        'What the first relevant page of a domain counts for in addition, where any other relevant page counts for 1. 0: pages alone count. This or domainsAtLeast',
      ),
    domainsAtLeast: z
      .int()
      .min(1)
      .max(MAX_DOMAINS)
      .optional()
      .describe(
        'Pages of domains that have no relevant page yet come first until so many domains have one, then pages alone count. This or domainWeight',
      ),
  })
  .refine(({ domainWeight, domainsAtLeast }) => (domainWeight === undefined) !== (domainsAtLeast === undefined), {
    message: 'one of domainWeight and domainsAtLeast is required, not both',
  })
  .describe(
    'How much relevant domains count beside relevant pages. Only for policies that heed an objective. Default: what the policy takes; prospector takes a domainWeight of 0.25',
  );
export type ObjectiveConfig = z.infer<typeof objectiveSchema>;
