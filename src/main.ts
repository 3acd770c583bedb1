import { start } from './platform/start/index.js';

start(async (life) => {
  const { processEnvironment } = await import('./platform/config/index.js');
  const role = processEnvironment()['ROLE'];
  if (role === 'worker') await (await import('./run-worker.js')).runWorker(life);
  else if (role === 'fetcher' || role === 'renderer') await (await import('./run-member.js')).runMember(role, life);
  else await (await import('./run-service.js')).runService(life);
});
