import { FetchFault } from '../fetch-fault.js';
import { asRenderFault, BrowserLost, NoBrowser, renderFaultOf } from './page-renderer.js';

it('takes faults over to another process as what they are', () => {
  const faults = [
    new NoBrowser('none'),
    new BrowserLost('lost'),
    new FetchFault('render-killed', 'too much'),
    new FetchFault('overloaded', 'busy', { retryAfterMs: 5 }),
  ];
  for (const fault of faults) {
    const there = asRenderFault(structuredClone(renderFaultOf(fault)));
    expect(there).toEqual(fault);
    expect(there.constructor).toBe(fault.constructor);
    expect([there.kind, there.facts]).toEqual([fault.kind, fault.facts]);
  }
});
