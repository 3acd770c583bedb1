export { PoliciesModule } from './policies.module.js';
