import type { ExperimentReport } from '../lab/index.js';
import { type Experiment, notesOf } from './experiment.js';

/** The facts in the report of an experiment besides its results. */
export function reportFacts(experiment: Experiment): Pick<ExperimentReport, 'title' | 'facts' | 'notes'> {
  const { name, plan, findings, state, finishedRuns, plannedRuns } = experiment;
  const { reachable } = findings ?? {};
  const facts = [
    { name: 'Web', value: webOf(experiment) },
    {
      name: 'Pages reachable from the seeds',
      value: reachable
        ? `${reachable.pages}, ${reachable.relevant} of them relevant, on ${reachable.domains} ${reachable.domains === 1 ? 'domain' : 'domains'}`
        : '–',
    },
    {
      name: 'Relevant is',
      value: relevantIs(experiment),
    },
    {
      name: 'The crawler judges by',
      value: plan.reward === 'labels' ? 'the labels' : 'its model',
    },
    { name: 'Random seeds', value: String(plan.randomSeeds.length) },
    ...(finishedRuns < plannedRuns || state !== 'COMPLETED'
      ? [{ name: 'Runs so far', value: `${finishedRuns} of ${plannedRuns}` }]
      : []),
  ];
  return { title: name, facts, notes: notesOf(plan, findings) };
}

function webOf({ plan: { web } }: Experiment): string {
  if (web.kind === 'recorded') return `the recorded web ${web.name}`;
  return web.kind === 'synthetic'
    ? `a synthetic web: ${web.text || 'default'}`
    : `the pages of session ${web.sessionId}`;
}

function relevantIs(experiment: Experiment): string {
  const { truth, web } = experiment.plan;
  if (truth === 'labels') return `a page with ${labelsOf(experiment)}`;
  return web.kind === 'session' && web.ownModel ? 'what the session judged so' : 'what the model says is';
}

function labelsOf({ plan: { web } }: Experiment): string {
  if (web.kind !== 'recorded') return 'the first topic of the web';
  return web.labels.length === 1 ? `the label ${web.labels[0]}` : `one of the labels ${web.labels.join(', ')}`;
}
