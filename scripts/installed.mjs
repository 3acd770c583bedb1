import { checkNode, fail, isInstalled } from './packages.mjs';

/** Runs before the checks, which need all packages: says what to do if they are missing. */
checkNode();
if (!isInstalled({ development: true })) fail('packages are missing or not those of package-lock.json; run: npm ci');
