export { compileScope, type Scope, type ScopeDecision, type ScopeRules } from './scope.js';
export { validateScope, type ScopeProblem } from './validate-scope.js';
