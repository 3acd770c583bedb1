export { nonPageExtension } from './file-types.js';
export { compileScope, type Scope, type ScopeDecision } from './scope.js';
export {
  MAX_PATTERN_CHARS,
  MAX_SCOPE_DEPTH,
  MAX_SCOPE_HOSTS,
  MAX_SCOPE_PATTERNS,
  validateScope,
  type ScopeFieldError,
  type ScopeRules,
} from './scope-rules.js';
export { TRAP_RULES, TrapDetector, type TrapRule } from './traps.js';
