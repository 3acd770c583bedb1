export { serveHealth } from './health-server.js';
export { manageLifecycle } from './lifecycle.js';
export { openProcess, openWithoutDatabase, type OpenProcess } from './open-process.js';
export { ProcessSupervisor } from './supervisor.js';
