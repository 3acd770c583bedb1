/** CPU seconds and resident memory of processes, from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const PAGE_BYTES = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));

/** Fields 14 to 17 of proc(5): own time and that of ended children; and own time only. */
const allCpu = (fields) => fields.slice(11, 15);
const ownCpu = (fields) => fields.slice(11, 13);

function stat(pid, cpuFields = allCpu) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const cpu = cpuFields(fields).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  return {
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    parent: Number(fields[1]),
    cpu,
    rss: Number(fields[21]) * PAGE_BYTES,
  };
}

function readAll(cpuFields = allCpu) {
  const all = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      all.set(Number(entry), stat(entry, cpuFields));
    } catch {
      // It has ended since the folder was read.
    }
  }
  return all;
}

/**
 * CPU seconds of a service by part: the API, which is the root; PostgreSQL; and other processes below the root, which
 * are the worker.
 */
export function measureParts(root) {
  const all = readAll();
  const parts = { api: 0, worker: 0, postgres: 0 };
  for (const [pid, info] of all) {
    let at = pid;
    while (at !== root && all.has(at)) at = all.get(at).parent;
    if (at !== root) continue;
    parts[pid === root ? 'api' : info.name.startsWith('postgres') ? 'postgres' : 'worker'] += info.cpu;
  }
  return parts;
}

/**
 * A process and all below it: total CPU seconds and MB, and PostgreSQL's part. Shared memory counts in each process
 * that maps it.
 */
export function measureTree(root) {
  const all = readAll();
  const tree = { cpu: 0, mb: 0, postgresCpu: 0, workerMb: 0 };
  for (const [pid, info] of all) {
    let at = pid;
    while (at !== root && all.has(at)) at = all.get(at).parent;
    if (at !== root) continue;
    tree.cpu += info.cpu;
    tree.mb += info.rss / 1e6;
    if (info.name.startsWith('postgres')) tree.postgresCpu += info.cpu;
    else if (pid !== root) tree.workerMb = Math.max(tree.workerMb, info.rss / 1e6);
  }
  return tree;
}

/** Memory of a process and all below it, MB: shared pages count once (Pss of proc(5)). */
export function proportionalMb(root) {
  const parents = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      parents.set(Number(entry), stat(entry).parent);
    } catch {
      // It has ended since the folder was read.
    }
  }
  let mb = 0;
  for (const pid of parents.keys()) {
    let at = pid;
    while (at !== root && parents.has(at)) at = parents.get(at);
    if (at !== root) continue;
    try {
      mb += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1e3;
    } catch {
      // It has ended, or may not be inspected.
    }
  }
  return mb;
}

/** Memory is measured once per this many samples, because it takes longer. */
const LOOKS_PER_MEMORY = 5;

/**
 * Samples a process and all below it. The returned function stops and returns their CPU seconds and their highest
 * memory, MB (see `proportionalMb`). An ended process counts with its last sample.
 */
export function watchTree(root, everyMs = 60) {
  const cpuOf = new Map();
  let mb = 0;
  let looks = 0;
  const timer = setInterval(() => {
    const all = readAll(ownCpu);
    for (const [pid, info] of all) {
      let at = pid;
      while (at !== root && all.has(at)) at = all.get(at).parent;
      if (at === root) cpuOf.set(pid, Math.max(info.cpu, cpuOf.get(pid) ?? 0));
    }
    if (looks++ % LOOKS_PER_MEMORY === 0) mb = Math.max(mb, proportionalMb(root));
  }, everyMs);
  return () => {
    clearInterval(timer);
    return { cpu: [...cpuOf.values()].reduce((sum, cpu) => sum + cpu, 0), mb };
  };
}

/** CPU seconds of a browser, which is the root, and of the processes below it, by kind (`--type=`). */
export function browserCpu(root) {
  const all = readAll(ownCpu);
  const kinds = {};
  for (const [pid, info] of all) {
    let at = pid;
    while (at !== root && all.has(at)) at = all.get(at).parent;
    if (at !== root) continue;
    const [, kind = 'browser'] = /--type=([a-z-]+)/.exec(commandOf(pid)) ?? [];
    kinds[kind] = (kinds[kind] ?? 0) + info.cpu;
  }
  return kinds;
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
