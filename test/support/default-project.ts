import { DEFAULT_PROJECT_ID, setFallbackScope } from '../../src/platform/scope/index.js';

/**
 * For suites that call repositories and services outside of a request: the calls run within the default project. Call
 * it at the top of the suite.
 */
export function useDefaultProject(): void {
  beforeAll(() => setFallbackScope({ kind: 'project', projectId: DEFAULT_PROJECT_ID, actor: null }));
  afterAll(() => setFallbackScope(null));
}
