import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';

/** Jest's own environment, from which a suite can leave the sandbox for the compiled product: see `compiled.ts`. */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const dist = join(config.projectConfig.rootDir, 'dist');
    this.global.importCompiled = (file) => import(pathToFileURL(join(dist, file)).href);
  }
}
