import type { MemberOptions, RunningMember } from './member.js';

export type { RunningMember } from './member.js';

/** Runs a fetcher of the fleet. Loads the NATS client only now: processes without a fleet do not need it. */
export async function runFetcher(options: MemberOptions): Promise<RunningMember> {
  const process = await import('./fetcher-process.js');
  return process.runFetcher(options);
}

/** Runs a renderer of the fleet. */
export async function runRenderer(options: MemberOptions): Promise<RunningMember> {
  const process = await import('./renderer-process.js');
  return process.runRenderer(options);
}
