import { z } from 'zod';
import { SnapshotReader } from './snapshot-reader.js';

const SAVED = {
  count: 3,
  share: 0.25,
  name: 'tres',
  on: true,
  nothing: null,
  names: ['a', 'b'],
  settings: '{"size":1}',
  inner: { weights: Float32Array.of(1, 2, 3), deep: { ids: new Uint8Array(2) } },
};
const read = (): SnapshotReader => SnapshotReader.of(SAVED);

describe('SnapshotReader', () => {
  it('gives the parts as they are', () => {
    const inner = read().child('inner');
    expect(SnapshotReader.of(inner)).toBe(inner);
    expect(inner.float32('weights', { length: 3 })).toBe(SAVED.inner.weights);
    expect(inner.child('deep').uint8('ids')).toHaveLength(2);
    expect([read().integer('count'), read().number('share'), read().string('name'), read().boolean('on')]).toEqual([
      3,
      0.25,
      'tres',
      true,
    ]);
    expect(read().strings('names')).toEqual(['a', 'b']);
    expect(read().oneOf('name', ['random', 'tres'])).toBe('tres');
    expect(read().json('names', z.array(z.string()))).toBe(SAVED.names);
    expect(read().jsonText('settings', z.object({ size: z.number() }))).toEqual({ size: 1 });
    expect([read().has('name'), read().has('nothing'), read().has('toString')]).toEqual([true, false, false]);
    expect([read().childIfAny('nothing'), read().childIfAny('none')]).toEqual([null, null]);
  });

  it.each<[string, (from: SnapshotReader) => unknown]>([
    [
      'inner.weights: a Float32Array of 4 is needed, found a Float32Array of 3',
      (from) => from.child('inner').float32('weights', { length: 4 }),
    ],
    [
      'inner.weights: a Float64Array is needed, found a Float32Array of 3',
      (from) => from.child('inner').float64('weights'),
    ],
    [
      'inner.deep.no: a Uint8Array of 1 is needed, found nothing',
      (from) => from.child('inner').child('deep').uint8('no', { length: 1 }),
    ],
    ['share: a whole number from 0 is needed, found 0.25', (from) => from.integer('share')],
    ['count: a whole number from 4 is needed, found 3', (from) => from.integer('count', { min: 4 })],
    ['name: a number is needed, found "tres"', (from) => from.number('name')],
    ['count: a text is needed, found 3', (from) => from.string('count')],
    ['nothing: true or false is needed, found null', (from) => from.boolean('nothing')],
    ['names: an object with parts is needed, found a list of 2', (from) => from.child('names')],
    ['count: an object with parts is needed, found 3', (from) => from.childIfAny('count')],
    ['names: a list of numbers is needed, found a list of 2', (from) => from.numbers('names')],
    ['inner: a list of texts is needed, found an object', (from) => from.strings('inner')],
    ['name: one of a, b is needed, found "tres"', (from) => from.oneOf('name', ['a', 'b'])],
    ['count: 4 is needed, found 3', (from) => from.expect('count', 4)],
    ['name: JSON is needed, found "tres"', (from) => from.jsonText('name', z.string())],
  ])('refuses with %s', (message, reads) => {
    expect(() => reads(read())).toThrow(new RangeError(message));
  });

  it('names the place inside of JSON that the schema refuses', () => {
    expect(() => read().json('names', z.array(z.number()))).toThrow(/^names\.0: /);
    expect(() => read().jsonText('settings', z.object({ size: z.string() }))).toThrow(/^settings\.size: /);
  });
});
