import { describeGiants } from '../support/page-giants.js';
import { describeMutations } from '../support/page-mutations.js';

describeMutations(10_000);
describeGiants(5_000_000);
