import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Instruction = readonly [name: string, rest: string];

/** Arguments of an instruction: words, or a JSON array. */
const wordsOf = (rest: string): string[] => (rest.startsWith('[') ? (JSON.parse(rest) as string[]) : rest.split(/\s+/));

const instructions = (): Instruction[] =>
  readFileSync('docker/Dockerfile', 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line): Instruction[] => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return name === undefined ? [] : [[name, rest.trim()]];
    });

/** Options of a container. */
export interface Image {
  /** The container's root folder. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** Without tini, which is Debian's. */
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: number;
}

/**
 * Builds the image's file system in a folder by the steps of the Dockerfile: copies for COPY, and commands for RUN in
 * the folder of the stage. Debian packages are not installed, and no users are created.
 */
export function buildImage(folder: string): Image {
  let root = folder;
  let cwd = '/';
  const env: Record<string, string> = {};
  const found = new Map<string, readonly string[]>();
  const within = (stage: string, name: string): string => path.join(folder, stage, path.resolve(cwd, name));
  const isOfDebian = (command: string): boolean => /^(apt-get|rm -rf \/var|useradd|install -d)/.test(command);
  const commands: Readonly<Record<string, (rest: string) => void>> = {
    FROM: (rest) => {
      const [, , stage = 'image'] = rest.split(/\s+(as)\s+/i);
      root = path.join(folder, stage);
      cwd = '/';
      for (const name of ['app', 'usr/local/bin', 'data', 'archive'])
        mkdirSync(path.join(root, name), { recursive: true });
    },
    WORKDIR: (rest) => (cwd = rest),
    COPY: (rest) => {
      const words = wordsOf(rest);
      const [, from] = /^--from=(\w+)/.exec(words[0]) ?? [];
      const sources = from === undefined ? words : words.slice(1);
      const target = sources.pop() ?? '';
      for (const source of sources) {
        const at = within(path.basename(root), target);
        const to = target.endsWith('/') ? path.join(at, path.basename(source)) : at;
        cpSync(from === undefined ? source : path.join(folder, from, source), to, {
          recursive: true,
          verbatimSymlinks: true,
          // By .dockerignore.
          filter: (name) => from !== undefined || !/(^|\/)(node_modules|dist)$/.test(name),
        });
      }
    },
    RUN: (rest) => {
      for (const command of rest.split(/\s*&&\s*/).filter((one) => !isOfDebian(one)))
        execFileSync('bash', ['-c', command.replaceAll(/(?<=\s)\/(app|usr)(?=\/)/g, `${root}/$1`)], {
          cwd: path.join(root, cwd),
          stdio: ['ignore', 'ignore', 'inherit'],
        });
    },
    ENV: (rest) => {
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) env[name] = value;
    },
    HEALTHCHECK: (rest) => found.set('health', wordsOf(rest.slice(rest.indexOf('[')))),
    ENTRYPOINT: (rest) => found.set('entrypoint', wordsOf(rest)),
    USER: (rest) => found.set('user', [rest]),
  };
  for (const [name, rest] of instructions()) commands[name]?.(rest);
  return {
    root,
    env,
    entrypoint: (found.get('entrypoint') ?? []).filter((word) => !['tini', '--'].includes(word)),
    healthCheck: found.get('health') ?? [],
    user: Number(found.get('user')?.[0]),
  };
}
