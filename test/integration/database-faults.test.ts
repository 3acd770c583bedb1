import { describeDatabaseFaults } from '../support/database-faults.js';

describeDatabaseFaults({ role: 'worker', kills: 2, terminations: 3, budget: 200 });
