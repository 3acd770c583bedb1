import type { Kernels } from '../../learning/kernels.js';
import { javascriptKernels } from '../../learning/kernels-javascript.js';
import { wasmKernels } from '../../learning/kernels-wasm.js';
import { createRng } from '../../base/rng.js';
import { crossEntropy, type EncodedText, type KernelMaker, KwBiLstmNetwork } from './network.js';

const SHAPE = { inputs: 6, units: 8, bins: 4, features: 3 };
const LABELS = [1, 0, 0, 1, 1];
const LENGTHS = [7, 1, 0, 4, 2];

const TOKENS = 1_000;
const vectors = ((rng) =>
  Array.from({ length: TOKENS + 1 }, () => Float32Array.from({ length: SHAPE.inputs }, () => rng.next() * 2 - 1)))(
  createRng(2),
);
const readVector = (token: number, out: Float32Array): void => out.set(vectors[token]);

function texts(): EncodedText[] {
  const rng = createRng(3);
  return LENGTHS.map((length) => ({
    tokens: Int32Array.from({ length }, () => rng.below(TOKENS)),
    keywords: Float32Array.from({ length: SHAPE.bins + SHAPE.features }, () => rng.next()),
  }));
}

function network(make: KernelMaker, trainable = true): KwBiLstmNetwork {
  const made = new KwBiLstmNetwork(
    SHAPE,
    readVector,
    { maxRows: LENGTHS.length, maxWords: Math.max(...LENGTHS), trainable },
    make,
  );
  made.randomise(createRng(5));
  // Biases too: at 0, a text without words would be at the kink of a rectifier. And the same initialisation in both
  // precisions.
  const rng = createRng(6);
  for (let i = 0; i < made.parameters.length; i++)
    made.parameters[i] = Math.fround(made.parameters[i] + 0.1 * (rng.next() - 0.5));
  return made;
}

function inWasm(size: number): Kernels {
  const kernels = wasmKernels(size);
  if (kernels === null) throw new Error('this engine has no WebAssembly with vectors');
  return kernels;
}

const inDoubles: KernelMaker = (size) => javascriptKernels(new Float64Array(size));

function relativeDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let distance = 0;
  let length = 0;
  for (let i = 0; i < a.length; i++) {
    distance += (a[i] - b[i]) ** 2;
    length += b[i] ** 2;
  }
  return Math.sqrt(distance / length);
}

describe('KwBiLstmNetwork', () => {
  it('has the gradient that differences of its loss show, in all its layers', () => {
    const net = network(inDoubles);
    const batch = texts();
    net.forward(batch);
    const loss = net.backward(batch, LABELS);
    const gradient = net.gradient.slice();
    const lossNow = (): number =>
      [...net.forward(batch)].reduce((sum, logit, i) => sum + crossEntropy(logit, LABELS[i]), 0) / LABELS.length;
    expect(loss).toBeCloseTo(lossNow(), 12);
    const h = 1e-5;
    const checked = Array.from(gradient.keys()).filter((i) => i % 3 === 0);
    const numeric = checked.map((i) => {
      const kept = net.parameters[i];
      net.parameters[i] = kept + h;
      const above = lossNow();
      net.parameters[i] = kept - h;
      const below = lossNow();
      net.parameters[i] = kept;
      return (above - below) / (2 * h);
    });
    expect(numeric.filter((g) => g !== 0).length).toBeGreaterThan(0.6 * checked.length);
    expect(
      relativeDistance(
        checked.map((i) => gradient[i]),
        numeric,
      ),
    ).toBeLessThan(1e-6);
  });

  it('has the same gradient with the same values dropped, up to rounding, in WebAssembly', () => {
    const [exact, wasm] = [inDoubles, inWasm].map((make) => {
      const net = network(make);
      const batch = texts();
      net.forward(batch, { rate: 0.4, words: 0.2, rng: createRng(8) });
      net.backward(batch, LABELS);
      return net.gradient.slice();
    });
    expect(relativeDistance(wasm, exact)).toBeLessThan(1e-4);
  });

  it('judges a text alone as in a batch, and without the room for training', () => {
    const batch = texts();
    const together = [...network(inDoubles).forward(batch)];
    const alone = network(inDoubles, false);
    expect(batch.map((text) => alone.forward([text])[0])).toEqual(together);
  });

  it('listens to words, to their order, to keyword bins and to keyword features', () => {
    const net = network(inWasm);
    const [text] = texts();
    const usual = net.forward([text])[0];
    const others = [
      { ...text, tokens: text.tokens.map((token) => token + 1) },
      { ...text, tokens: text.tokens.toReversed() },
      { ...text, keywords: text.keywords.map((x, i) => (i === 0 ? x + 1 : x)) },
      { ...text, keywords: text.keywords.map((x, i) => (i === SHAPE.bins ? x + 1 : x)) },
    ];
    for (const other of others) expect(Math.abs(net.forward([other])[0] - usual)).toBeGreaterThan(1e-6);
  });

  it('refuses batches beyond its room', () => {
    const net = network(inWasm);
    const [text] = texts();
    expect(() => net.forward(new Array<EncodedText>(LENGTHS.length + 1).fill(text))).toThrow(RangeError);
  });
});
