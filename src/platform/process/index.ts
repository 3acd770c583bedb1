export { serveHealth } from './health-server.js';
export { openProcess, openWithoutDatabase, type OpenProcess } from './open-process.js';
export { ProcessSupervisor } from './supervisor.js';
