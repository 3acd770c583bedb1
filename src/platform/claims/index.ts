export { ClaimLoop } from './claim-loop.js';
