export {
  AUDIT_PARTS,
  auditShares,
  JUDGEMENT_BASES,
  judgementOf,
  type AuditedCrawl,
  type AuditPart,
  type JudgementBasis,
} from './judgement.js';
export {
  candidatesPerSession,
  ENOUGH_RELEVANT,
  marginOf,
  rankForLabels,
  type AskablePage,
  type LabelStrategy,
} from './label-queue.js';
export {
  type Agreement,
  agreementOf,
  gateOf,
  LABELLER_GATES,
  type LabellerGate,
  type LabelTable,
  MIN_COMPARED,
} from './agreement.js';
export {
  type PageToLabel,
  type LabelledTopic,
  labellerMessages,
  MAX_PROMPT_TEXT_CHARS,
  readLabel,
} from './labeller-prompt.js';
