export { ClaimLoop, type ClaimLoopOptions } from './claim-loop.js';
