import { checkNode, fail, isInstalled } from './packages.mjs';

/** Stands before the checks, which need all packages: says what to do when they are not there. */
checkNode();
if (!isInstalled({ development: true })) fail('packages are missing or not those of package-lock.json; run: npm ci');
