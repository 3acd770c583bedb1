export { nonPageExtension } from './file-types.js';
export { compileScope, type Scope } from './scope.js';
export {
  domainNamed,
  MAX_PATTERN_CHARS,
  MAX_SCOPE_HOSTS,
  MAX_SCOPE_PATTERNS,
  validateScope,
  type ScopeRules,
} from './scope-rules.js';
export { TrapDetector } from './traps.js';
