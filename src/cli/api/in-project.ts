import type { Gleaner } from '#client';
import type { Screen } from '../screen.js';
import { type ServiceArguments, withNamedService } from '../service-options.js';

/** Does work with the project of the call, or with the one named by an argument. */
export function inProject(
  args: ServiceArguments,
  work: (gleaner: Gleaner, projectId: string, screen: Screen) => Promise<void>,
  named?: string,
): Promise<void> {
  return withNamedService(args, async (gleaner, screen) => {
    const id = named ?? (await gleaner.get('/v1/project')).id;
    await work(gleaner, id, screen);
  });
}
