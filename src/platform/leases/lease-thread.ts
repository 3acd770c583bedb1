import { parentPort, workerData } from 'node:worker_threads';
import { type Renewal, RenewalLoop, type RenewalOptions } from './renewal-loop.js';

/** An order from the process to the thread that renews its leases. */
export type RenewalOrder =
  | { readonly kind: 'hold'; readonly key: number; readonly renewal: Renewal }
  | { readonly kind: 'change'; readonly key: number; readonly values: Renewal['values'] }
  | { readonly kind: 'renew-now' | 'drop'; readonly key: number }
  | { readonly kind: 'beat' }
  | { readonly kind: 'stop' };

/** Executes an order on a loop. @returns for `stop`, once it is done */
export function obey(loop: RenewalLoop, order: RenewalOrder): Promise<void> | undefined {
  switch (order.kind) {
    case 'hold':
      loop.hold(order.key, order.renewal);
      break;
    case 'change':
      loop.change(order.key, order.values);
      break;
    case 'renew-now':
      loop.renewNow(order.key);
      break;
    case 'drop':
      loop.drop(order.key);
      break;
    case 'beat':
      loop.beat();
      break;
    case 'stop':
      return loop.stop();
  }
  return undefined;
}

/** The thread's entry point; the module is also imported for its exports. */
const given = workerData as { readonly renewals?: RenewalOptions } | null;
if (parentPort !== null && given?.renewals !== undefined) {
  const port = parentPort;
  const loop = new RenewalLoop(given.renewals, (report) => port.postMessage(report));
  port.on('message', (order: RenewalOrder) => {
    void obey(loop, order)?.finally(() => port.close());
  });
}
