/**
 * Reduces the memory of the generated database client without changing its behaviour.
 *
 * Each client holds a graph of all arguments of all queries, whose parts are objects with numbers as fields: indexes in
 * a list of names. V8 allocates room in such an object for all numbers up to the largest. So equal parts are merged,
 * and frequent names come first.
 *
 * The query compiler is a module with base64, of which V8 keeps the text twice. It is read from a file instead.
 *
 * Prisma's runtime is copied beside the client: its package has it for five databases in 18 variants of 72 MB together,
 * which only the build needs.
 */

function reader(base64) {
  const bytes = Buffer.from(base64, 'base64url');
  let at = 0;
  const byte = () => bytes[at++];
  const number = () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const part = byte();
      value |= (part & 0x7f) << shift;
      if (part < 0x80) return value;
      shift += 7;
    }
  };
  return { byte, number, isAtEnd: () => at === bytes.length };
}

const times = (count, make) => Array.from({ length: count }, make);

/** The graph as read by Prisma's runtime; optional references to nodes and names are their number plus one, or 0. */
function readGraph(base64) {
  const { byte, number, isAtEnd } = reader(base64);
  const [inputs, outputs, roots] = [number(), number(), number()];
  const graph = {
    inputs: times(inputs, () =>
      times(number(), () => ({
        name: number(),
        scalars: [byte(), byte()],
        child: number(),
        enumName: number(),
        flags: byte(),
      })),
    ),
    outputs: times(outputs, () => times(number(), () => ({ name: number(), args: number(), output: number() }))),
    roots: times(roots, () => ({ name: number(), args: number(), output: number() })),
  };
  if (!isAtEnd()) throw new Error('the graph of the generated client has an unknown form');
  return graph;
}

function writeGraph({ inputs, outputs, roots }) {
  const bytes = [];
  const number = (value) => {
    for (; value >= 0x80; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
    bytes.push(value);
  };
  const output = (edge) => [edge.name, edge.args, edge.output].forEach(number);
  [inputs, outputs, roots].forEach(({ length }) => number(length));
  for (const edges of inputs) {
    number(edges.length);
    for (const { name, scalars, child, enumName, flags } of edges) {
      number(name);
      bytes.push(...scalars);
      [child, enumName].forEach(number);
      bytes.push(flags);
    }
  }
  for (const edges of outputs) {
    number(edges.length);
    edges.forEach(output);
  }
  roots.forEach(output);
  return Buffer.from(bytes).toString('base64url');
}

/**
 * Merges input nodes with equal edges: classes are split until all nodes of each class have the same edges to the same
 * classes.
 */
function merged({ inputs, outputs, roots }) {
  let classes = inputs.map(() => 0);
  for (let known = 1; ;) {
    const numbers = new Map();
    const to = (child) => (child === 0 ? 0 : classes[child - 1] + 1);
    const keyOf = (edges) =>
      edges
        .map(({ name, scalars, child, enumName, flags }) => [name, ...scalars, to(child), enumName, flags].join())
        .sort()
        .join(';');
    classes = inputs.map(keyOf).map((key) => numbers.get(key) ?? numbers.set(key, numbers.size).get(key));
    if (numbers.size === known) break;
    known = numbers.size;
  }
  const moved = (node) => (node === 0 ? 0 : classes[node - 1] + 1);
  const withArgs = (edge) => ({ ...edge, args: moved(edge.args) });
  return {
    inputs: inputs
      .filter((_, at) => classes.indexOf(classes[at]) === at)
      .map((edges) => edges.map((edge) => ({ ...edge, child: moved(edge.child) }))),
    outputs: outputs.map((edges) => edges.map(withArgs)),
    roots: roots.map(withArgs),
  };
}

/** Sorts names by frequency. */
function renamed({ inputs, outputs, roots }, strings) {
  const uses = strings.map(() => 0);
  for (const { name } of [...inputs, ...outputs].flat()) uses[name]++;
  const order = [...strings.keys()].sort((a, b) => uses[b] - uses[a] || a - b);
  const places = [];
  order.forEach((before, place) => (places[before] = place));
  const withName = (edge) => ({ ...edge, name: places[edge.name] });
  const sorted = (edges) => edges.map(withName).sort((a, b) => a.name - b.name);
  const withEnum = (edge) => ({ ...edge, enumName: edge.enumName === 0 ? 0 : places[edge.enumName - 1] + 1 });
  return {
    strings: order.map((place) => strings[place]),
    graph: {
      inputs: inputs.map((edges) => sorted(edges.map(withEnum))),
      outputs: outputs.map(sorted),
      roots: roots.map(withName),
    },
  };
}

/** @param schema from the generated client: names, and the graph in base64 */
export function leanSchema({ strings, graph }) {
  const lean = renamed(merged(readGraph(graph)), strings);
  return { strings: lean.strings, graph: writeGraph(lean.graph) };
}

const SCHEMA = /strings: JSON\.parse\(("(?:[^"\\]|\\.)*")\),\n {2}graph: "([^"]*)"/;
const COMPILER =
  / {4}const \{ wasm \} = await import\("@prisma\/client\/runtime\/([^"]+)\.wasm-base64\.mjs"\)\n {4}return await decodeBase64AsWasm\(wasm\)/;
const READ_COMPILER = "import { readQueryCompiler } from '../../query-compiler.js'\n";

/**
 * @param text `internal/class.ts` of the generated client
 * @returns the text, and the name of its query compiler
 */
export function leanClient(text) {
  const [, strings, graph] = SCHEMA.exec(text) ?? [];
  const [, compiler] = COMPILER.exec(text) ?? [];
  if (!graph || !compiler) throw new Error('the generated client has an unknown form');
  const lean = leanSchema({ strings: JSON.parse(JSON.parse(strings)), graph });
  const client = text
    .replace(
      SCHEMA,
      () => `strings: JSON.parse(${JSON.stringify(JSON.stringify(lean.strings))}),\n  graph: "${lean.graph}"`,
    )
    .replace(COMPILER, `    return await readQueryCompiler(new URL("../runtime/${compiler}.wasm", import.meta.url))`)
    .replace('import * as runtime from', (found) => READ_COMPILER + found);
  return { client, compiler };
}

const GRAPH = /function (\w+)\((\w+)\)\{return new (\w+)\(\2\)\.deserialize\(\)\}/;

/**
 * The clients of a process share one graph: Prisma's runtime would read it for each of them again.
 *
 * @param text `client.mjs` of Prisma's runtime
 */
export function leanRuntime(text) {
  if (!GRAPH.test(text)) throw new Error("Prisma's runtime has an unknown form");
  return text.replace(
    GRAPH,
    'const readGraphs=new Map();function $1($2){let read=readGraphs.get($2.graph);if(read===undefined)readGraphs.set($2.graph,read=new $3($2).deserialize());return read}',
  );
}

/**
 * Lets a generated file import the copied runtime.
 *
 * @param depth folders between the file and the client's folder
 */
export const withOwnRuntime = (text, depth) =>
  text.replace(/(["'])@prisma\/client\/runtime\/(client|query_compiler_[^"']+\.mjs)\1/g, (_, quote, name) => {
    const file = name === 'client' ? 'client.mjs' : name;
    return `${quote}${depth === 0 ? './' : '../'.repeat(depth)}runtime/${file}${quote}`;
  });
