import { policies } from '../../src/domain/policies/index.js';
import { describeKills } from '../support/kill-crawl.js';

// Policies that know the whole web beforehand do not run in the service.
const served = policies.filter(({ configSchema, needs }) => needs?.(configSchema.parse({})).graph !== true);

for (const { name } of served) describeKills({ policy: name, kills: 2, budget: 250, sites: 30, fullLeases: false });
