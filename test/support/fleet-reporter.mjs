import { findNatsServer } from '../../tools/nats-server.mjs';

const found = findNatsServer();

/** Suites that need a nats-server are skipped if there is none. */
export const withoutFleet = found.path === undefined ? ['/test/(integration|long)/fleet-'] : [];

/** Reports at the end of a run that the fleet was not tested, and why. */
export default class FleetReporter {
  onRunComplete() {
    if (found.path === undefined) process.stderr.write(`\nTHE FLEET WAS NOT TESTED: ${found.reason}\n`);
  }
}
