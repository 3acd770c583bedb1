export { labelFiles } from './library-files.js';
export { type OpenWeb, WebLibrary } from './web-library.js';
export { WebLibraryModule } from './web-library.module.js';
