#!/usr/bin/env node
import { checkNode, refusalOf } from '../platform/start/index.js';

// A reader that stops early, such as `head`, is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

try {
  checkNode();
  const { run } = await import('./run.js');
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const refusal = refusalOf(error);
  if (refusal === null) throw error;
  process.stderr.write(`gleaner: ${refusal.message}\n`);
  process.exitCode = refusal.exitCode;
}
