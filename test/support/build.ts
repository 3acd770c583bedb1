import { existsSync } from 'node:fs';
import path from 'node:path';

/** The compiled product, for tests that run its processes. `npm test` compiles it first. */
export function compiledProduct(): string {
  const dist = path.resolve('dist');
  if (!existsSync(dist)) throw new Error('dist does not exist: run npm run build');
  return dist;
}
