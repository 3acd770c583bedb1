import { setMaxListeners } from 'node:events';
import { FairSlots } from './fair-slots.js';

const never = new AbortController().signal;
setMaxListeners(0, never);
/** Lets handlers of settled promises run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A session of a project without other sessions. */
const seeker = (session: string, project = session) => ({ session, project });

describe('slots that projects and their sessions share', () => {
  it('go to the session that holds the fewest, in order within it', async () => {
    const slots = new FairSlots(3, 3);
    const order: string[] = [];
    const leaves = new Map<string, () => void>();
    const enter = (session: string, name: string): void =>
      void slots.enter(seeker(session), never).then((leave) => {
        order.push(name);
        if (leave) leaves.set(name, leave);
      });
    for (const n of [1, 2, 3, 4, 5]) enter('a', `a${n}`);
    for (const n of [1, 2]) enter('b', `b${n}`);
    await turn();
    expect(order).toEqual(['a1', 'a2', 'a3']);
    leaves.get('a1')?.();
    await turn();
    leaves.get('a2')?.();
    await turn();
    leaves.get('a3')?.();
    await turn();
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2']);
    expect(slots.size).toBe(3);
  });

  it('go to projects alike, however many sessions these have', async () => {
    const slots = new FairSlots(4, 4);
    const held = { large: 0, small: 0 };
    const enter = (session: string, project: 'large' | 'small'): void =>
      void slots.enter({ session, project }, never).then(() => held[project]++);
    const leaves: (() => void)[] = [];
    for (let i = 0; i < 4; i++)
      void slots.enter(seeker(`old ${i}`), never).then((leave) => leave && leaves.push(leave));
    await turn();
    for (let i = 0; i < 20; i++) enter(`large ${i % 10}`, 'large');
    for (let i = 0; i < 2; i++) enter('small', 'small');
    for (const leave of leaves) leave();
    await turn();
    expect(held).toEqual({ large: 2, small: 2 });
  });

  it('are not all held by one session, and not given to who no longer wants one', async () => {
    const slots = new FairSlots(4, 2);
    const gone = new AbortController();
    const got: (string | null)[] = [];
    for (const n of [1, 2]) void slots.enter(seeker('a'), never).then(() => got.push(`a${n}`));
    void slots.enter(seeker('a'), gone.signal).then((leave) => got.push(leave && 'a3'));
    await turn();
    expect(got).toEqual(['a1', 'a2']);
    gone.abort();
    void slots.enter(seeker('b'), never).then(() => got.push('b1'));
    await turn();
    expect(got).toEqual(['a1', 'a2', null, 'b1']);
    expect(await slots.enter(seeker('b'), gone.signal)).toBeNull();
  });
});
