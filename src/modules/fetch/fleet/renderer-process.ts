import { natsOptions } from '../../../platform/nats/index.js';
import { createDocumentRenderer } from '../fetching/index.js';
import { FleetLink } from './link/fleet-link.js';
import type { MemberOptions, RunningMember } from './member.js';
import { RenderStation } from './render/render-station.js';

/** Default: the number of a browser's tabs. */
const TABS = 4;

/** A renderer of the fleet: it takes pages from fetchers and returns them as left by their scripts. */
export async function runRenderer({ config, fetching, warn }: MemberOptions): Promise<RunningMember> {
  const link = await FleetLink.open({ ...natsOptions(config), name: config.WORKER_ID, role: 'renderer', warn });
  const renderer = createDocumentRenderer({ ...fetching, warn });
  const station = new RenderStation({ link, renderer, tabs: fetching.chromium?.tabs ?? TABS, warn });
  return {
    partitions: 0,
    rendering: 0,
    get held() {
      return station.held;
    },
    get connected() {
      return link.isUp;
    },
    stop: async () => {
      await station.close();
      await link.close();
    },
  };
}
