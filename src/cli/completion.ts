import type { Command } from 'commander';
import { terminal } from './terminal.js';

/**
 * The bash script splits the line with the package bash-completion. Where that is not loaded (macOS, small Debian
 * systems), it uses bash's own words, which also split at `=` and `:`.
 */
const WORDS_OF_BASH = `declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
    cword=$COMP_CWORD words=("\${COMP_WORDS[@]}")
    cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
}
`;

export const isCompletion = (name: string | undefined): boolean => name === 'completion' || name === 'complete';

/**
 * Adds `completion SHELL`, which prints the script, and `complete -- WORDS`, which the script calls for suggestions.
 */
export async function addCompletion(program: Command): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  tab(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.hook('preAction', ({ args: [shell] }) => void (shell === 'bash' && terminal().out.write(WORDS_OF_BASH)));
}
