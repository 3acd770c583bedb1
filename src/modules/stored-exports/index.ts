export { StoredExportsModule } from './stored-exports.module.js';
