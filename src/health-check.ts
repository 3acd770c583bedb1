import { loadConfig, processEnvironment } from './platform/config/index.js';

/**
 * The health check of a container: asks the process started with these settings on this machine whether it is ready.
 * Exit status 0 if it is.
 */
const { ROLE, PORT, WORKER_PORT } = loadConfig(processEnvironment());
const port = ROLE === 'all' || ROLE === 'api' ? PORT : WORKER_PORT;
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
process.exit(answer?.ok === true ? 0 : 1);
