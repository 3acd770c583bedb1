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
  ENOUGH_RELEVANT,
  LABEL_STRATEGIES,
  marginOf,
  rankForLabels,
  type AskablePage,
  type LabelStrategy,
} from './label-queue.js';
