export {
  AUDIT_PARTS,
  auditShares,
  JUDGEMENT_BASES,
  judgementOf,
  type AuditedCrawl,
  type AuditPart,
  type AuditedPart,
  type EstimatedShare,
  type JudgementBasis,
  type JudgementStatement,
} from './judgement.js';
export {
  candidatesPerSession,
  ENOUGH_RELEVANT,
  LABEL_STRATEGIES,
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
  type AskedPage,
  type LabelledTopic,
  type LabellerAnswer,
  type LabellerMessage,
  labellerMessages,
  MAX_ASKED_CHARS,
  readLabel,
} from './labeller-prompt.js';
