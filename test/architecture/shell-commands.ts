/** One simple command of a shell text. */
export interface ShellCommand {
  /** Names of the variables that are set for it. */
  readonly settings: readonly string[];
  /** The program and its arguments, without quotes. */
  readonly words: readonly string[];
  /** Whether it is in a code block, hence a whole command and not a mention. */
  readonly inBlock: boolean;
}

/** A quoted part, an escaped character, a substitution, or plain characters: the parts of a word. */
const PART = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([$<]\([^)]*\))|([^\s'"\\;&|<>#]|(?<=\S)#)/y;
const REDIRECTION = /(?:(?<!\S)\d+)?(?:>>?&?|<(?!\())\s*[^\s;&|]*/y;
const END = /\n|;|&&?|\|\|?/y;
const SPACE = /(?:[^\S\n]|\\\n)+|(?<!\S)#[^\n]*/y;

/** The simple commands of a shell text, in order: a small part of the grammar, enough for documents. */
export function shellCommands(text: string, inBlock: boolean): ShellCommand[] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const endWord = (): void => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  while (at < text.length) {
    if (take(SPACE)) endWord();
    else if (take(END)) {
      endWord();
      commands.push([]);
    } else if (take(REDIRECTION)) endWord();
    else {
      const part = take(PART);
      if (part) word = (word ?? '') + (part[1] ?? part[2] ?? part[3] ?? part[4] ?? part[5]);
      else at++;
    }
  }
  endWord();
  return commands.filter((words) => words.length > 0).map((words) => withSettings(words, inBlock));
}

function withSettings(words: readonly string[], inBlock: boolean): ShellCommand {
  const isSetting = (word: string): boolean => /^[A-Z][A-Z0-9_]*=/.test(word);
  const first = words.findIndex((word) => !isSetting(word));
  const count = first < 0 ? words.length : first;
  return { settings: words.slice(0, count).map((word) => word.split('=')[0]), words: words.slice(count), inBlock };
}

/**
 * The commands of a document: all of its shell blocks, and inline code that begins with a program of this repository.
 */
export function commandsIn(markdown: string): ShellCommand[] {
  const blocks = [...markdown.matchAll(/^ *```(?:sh|bash)\n([^]*?)^ *```$/gm)].map(([, text]) => text);
  const prose = markdown.replace(/^ *```[^]*?^ *```$/gm, '');
  const inline = [...prose.matchAll(/`((?:[A-Z][A-Z0-9_]*=\S* )*(?:gleaner|npx|npm|node) [^`]+)`/g)].map(
    ([, text]) => text,
  );
  return [
    ...blocks.flatMap((text) => shellCommands(text, true)),
    ...inline.flatMap((text) => shellCommands(text, false)),
  ];
}
