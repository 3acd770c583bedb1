/** The input of the form for an experiment. */
export interface ExperimentDraft {
  readonly web: 'session' | 'recorded' | 'synthetic';
  readonly sessionId: string;
  readonly recordedWeb: string;
  readonly topicId: string;
  readonly labels: readonly string[];
  readonly synthetic: string;
  /** The others are compared with the first. */
  readonly policies: readonly string[];
  readonly budgets: string;
  readonly runs: string;
  readonly name: string;
  readonly concurrency: string;
  readonly hostDelayMs: string;
}

export const MOST_POLICIES = 12;
const MOST_BUDGETS = 6;

export const emptyExperiment = (sessionId: string | null): ExperimentDraft => ({
  ...{ web: 'session', sessionId: sessionId ?? '', recordedWeb: '', topicId: '', labels: [] },
  ...{ synthetic: 'pages=2000,seed=1', policies: ['prospector', 'best-first'], budgets: '', runs: '5' },
  ...{ name: '', concurrency: '1', hostDelayMs: '0' },
});

/** Numbers separated by commas or spaces; null: something else stands there. */
export function numbersIn(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const numbers = parts.map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : Number.NaN));
  return numbers.some(Number.isNaN) ? null : numbers;
}

/** Whether it says on which web, which policies and for how long. */
export function isComplete(draft: ExperimentDraft): boolean {
  const { web, sessionId, recordedWeb, topicId, synthetic, policies, budgets } = draft;
  const numbers = numbersIn(budgets);
  if (policies.length === 0 || numbers === null || numbers.length > MOST_BUDGETS) return false;
  if (web === 'session') return sessionId !== '';
  if (numbers.length === 0) return false;
  return web === 'recorded' ? recordedWeb !== '' && topicId !== '' : synthetic.trim() !== '';
}

/** Settings that all experiments have. */
export function runInput({ policies, budgets, runs, name, concurrency, hostDelayMs }: ExperimentDraft) {
  const numbers = numbersIn(budgets) ?? [];
  return {
    policies: policies.map((policy) => ({ policy })),
    ...(numbers.length > 0 && { budgets: numbers }),
    ...(runs.trim() !== '' && { runs: Number(runs) }),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(concurrency.trim() !== '' && { concurrency: Number(concurrency) }),
    ...(hostDelayMs.trim() !== '' && { hostDelayMs: Number(hostDelayMs) }),
  };
}

/** An experiment on a recorded or synthetic web, as the service takes it. */
export function experimentInput(draft: ExperimentDraft) {
  const { web, recordedWeb, topicId, labels, synthetic } = draft;
  const common = { ...runInput(draft), budgets: numbersIn(draft.budgets) ?? [] };
  return web === 'recorded'
    ? { ...common, topicId, web: { recordedWeb, ...(labels.length > 0 && { labels: [...labels] }) } }
    : { ...common, web: { synthetic: synthetic.trim() } };
}
