import { describeGiants } from '../support/page-giants.js';

describeGiants(5_000_000);
