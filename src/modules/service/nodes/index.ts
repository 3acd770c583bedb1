export { NodesModule } from './nodes.module.js';
