import type { Command } from 'commander';

export const isCompletion = (name: string | undefined): boolean => name === 'completion' || name === 'complete';

/** Adds `completion SHELL`, which prints the script, and `complete -- WORDS`, which the script calls for suggestions. */
export async function addCompletion(program: Command): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  tab(program, { completionCommandName: 'completion' });
}
