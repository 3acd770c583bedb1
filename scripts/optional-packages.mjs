import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

/**
 * Prints the packages that only some settings need (optional peers), in the versions that development uses: for the
 * image, which has them all.
 */
const { peerDependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
process.stdout.write(
  Object.keys(peerDependencies)
    .map((name) => `${name}@${devDependencies[name]}`)
    .join(' '),
);
