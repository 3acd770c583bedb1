#!/usr/bin/env node
import { run } from './run.js';

// Whoever reads no further, such as `head`, has what he wanted.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

process.exitCode = await run(process.argv.slice(2));
