import type { Screen } from '../screen.js';
import type { ServiceClient } from '../service-client.js';
import type { Model, Topic } from '#client';
import { topDomains } from '../top-domains.js';
import { comparison, domainTable, findWhy, whyLines, type DemoRun } from './demo-report.js';
import type { DemoTopic } from './demo-topic.js';

/** Shows the policies' results as tables. */
export async function printReport(
  client: ServiceClient,
  wanted: DemoTopic,
  runs: readonly DemoRun[],
  screen: Screen,
): Promise<void> {
  const [first] = runs;
  screen.line(
    `\nPages about ${wanted.label}, judged by the trained model and by WordNet's own class ${wanted.class}:\n`,
  );
  screen.line(comparison(runs));
  screen.line(`\nTop domains of ${first.session.policy}, from GraphQL:\n`);
  screen.line(await domainTable(client, first.session));
  const why = await findWhy(client, first);
  if (why !== null) screen.line(`\n${whyLines(why).join('\n')}`);
}

/** The results, with further details, as one object. */
export async function jsonReport(
  client: ServiceClient,
  topic: Pick<Topic, 'id'>,
  model: Model,
  runs: readonly DemoRun[],
): Promise<object> {
  const why = await findWhy(client, runs[0]);
  return {
    topicId: topic.id,
    model: { id: model.id, kind: model.kind, metrics: model.metrics },
    sessions: runs.map(({ session, truth: { pages, relevant, relevantDomains } }) => ({
      ...session,
      trueRelevant: relevant,
      trueHarvestRate: pages === 0 ? null : relevant / pages,
      trueRelevantDomains: relevantDomains,
    })),
    topDomains: await topDomains(client, runs[0].session.id),
    why,
  };
}
