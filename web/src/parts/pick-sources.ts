import { ask } from '../api/client.js';
import { graphql, type ResultOf } from '../api/graphql.js';
import { headed, spelled } from './named-words.js';
import type { Pick, PickSource } from './use-picks.js';
import { ago, count, counted, hasEnded, percent, STATES } from './words.js';

const SESSION = graphql(`
  fragment SessionToPick on Session {
    id
    name
    policy
    state
    createdAt
    fetched
    relevant
    topic {
      name
    }
  }
`);
const MODEL = graphql(`
  fragment ModelToPick on Model {
    id
    version
    kind
    state
    createdAt
    metrics {
      f1
    }
  }
`);
const SPIDER = graphql(`
  fragment SpiderToPick on Spider {
    id
    name
    version
    kind
    state
    createdAt
    report {
      pages
    }
  }
`);

const TOPIC = graphql(`
  fragment TopicToPick on Topic {
    id
    name
    createdAt
  }
`);

const ONE_SESSION = graphql(
  `
    query SessionToKeep($id: ID!) {
      session(id: $id) {
        ...SessionToPick
      }
    }
  `,
  [SESSION],
);
const ONE_MODEL = graphql(
  `
    query ModelToKeep($id: ID!) {
      model(id: $id) {
        ...ModelToPick
      }
    }
  `,
  [MODEL],
);
const ONE_SPIDER = graphql(
  `
    query SpiderToKeep($id: ID!) {
      spider(id: $id) {
        ...SpiderToPick
      }
    }
  `,
  [SPIDER],
);
const SESSIONS = graphql(
  `
    query SessionsToPick($search: String, $after: String, $topicId: ID) {
      sessions(first: 50, search: $search, after: $after, topicId: $topicId) {
        nodes {
          ...SessionToPick
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [SESSION],
);
const MODELS = graphql(
  `
    query ModelsToPick($topicId: ID!, $after: String) {
      topic(id: $topicId) {
        models(first: 100, after: $after) {
          nodes {
            ...ModelToPick
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  `,
  [MODEL],
);
const SPIDERS = graphql(
  `
    query SpidersToPick($after: String) {
      spiders(first: 100, after: $after) {
        nodes {
          ...SpiderToPick
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [SPIDER],
);
const ONE_TOPIC = graphql(
  `
    query TopicToKeep($id: ID!) {
      topic(id: $id) {
        ...TopicToPick
      }
    }
  `,
  [TOPIC],
);
const TOPICS = graphql(
  `
    query TopicsToPick($search: String, $after: String) {
      topics(first: 50, search: $search, after: $after) {
        nodes {
          ...TopicToPick
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [TOPIC],
);

type SessionToPick = ResultOf<typeof SESSION>;
type ModelToPick = ResultOf<typeof MODEL>;
export type SpiderToPick = ResultOf<typeof SPIDER>;
interface PageInfo {
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

const words = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(', ');
const ageOf = (createdAt: string): string => ago(createdAt, Date.now());

const sessionPick = ({ id, name, topic, policy, state, createdAt, fetched, relevant }: SessionToPick): Pick => ({
  id,
  name: name ?? topic.name,
  about: words(
    name === null ? null : topic.name,
    policy,
    ageOf(createdAt),
    `${counted(relevant, 'relevant page')} of ${count(fetched)}`,
    hasEnded(state) ? null : (STATES[state] ?? state).toLowerCase(),
  ),
});

const modelPick = ({ id, version, kind, state, createdAt, metrics }: ModelToPick): Pick => ({
  id,
  name: `version ${version} (${headed(kind)})`,
  about: words(
    ageOf(createdAt),
    metrics?.f1 == null ? null : `F1 ${percent(metrics.f1)}`,
    state === 'READY' ? null : spelled(state),
  ),
});

const spiderPick = ({ id, name, version, kind, state, createdAt, report }: SpiderToPick): Pick => ({
  id,
  name: `${name}, version ${version}`,
  about: words(
    spelled(kind),
    ageOf(createdAt),
    report ? `learnt from ${counted(report.pages, 'page')}` : null,
    state === 'READY' ? null : spelled(state),
  ),
});

const topicPick = ({ id, name, createdAt }: ResultOf<typeof TOPIC>): Pick => ({ id, name, about: ageOf(createdAt) });

const nextOf = ({ endCursor, hasNextPage }: PageInfo): string | null => (hasNextPage ? endCursor : null);

/** Whether each word of a text occurs in the words of an object. */
const isFound = ({ name, about }: Pick, search: string): boolean => {
  const all = `${name} ${about}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};

interface SessionsWanted {
  readonly fits?: (session: SessionToPick) => boolean;
  /** Words that are always searched for, such as a policy. */
  readonly words?: string;
  readonly topicId?: string;
}

/** The sessions of the project, or of a topic. */
export const sessionSource = ({ fits = () => true, words: begun = '', topicId }: SessionsWanted): PickSource => ({
  get: async (id) => {
    const { data } = await ask(ONE_SESSION, { id });
    return data && sessionPick(data.session);
  },
  find: async (search, after) => {
    const { data, failure } = await ask(SESSIONS, {
      search: `${begun} ${search}`.trim().slice(0, 200),
      after,
      topicId: topicId ?? null,
    });
    if (!data) return { data: null, failure };
    const { nodes, pageInfo } = data.sessions;
    return { data: { items: nodes.filter(fits).map(sessionPick), next: nextOf(pageInfo) }, failure };
  },
});

const keptModel: PickSource['get'] = async (id) => {
  const { data } = await ask(ONE_MODEL, { id });
  return data && modelPick(data.model);
};

/** The models of a topic that can judge. */
export const modelSource = (topicId: string): PickSource => ({
  get: keptModel,
  find: async (search, after) => {
    const { data, failure } = await ask(MODELS, { topicId, after });
    if (!data) return { data: null, failure };
    const { nodes, pageInfo } = data.topic.models;
    const picks = nodes.filter(({ state }) => state === 'READY').map(modelPick);
    return { data: { items: picks.filter((pick) => isFound(pick, search)), next: nextOf(pageInfo) }, failure };
  },
});

/** The trained spiders of the project. @param kind null: of all kinds */
export const spiderSource = (kind: SpiderToPick['kind'] | null): PickSource => ({
  get: async (id) => {
    const { data } = await ask(ONE_SPIDER, { id });
    return data && spiderPick(data.spider);
  },
  find: async (search, after) => {
    const { data, failure } = await ask(SPIDERS, { after });
    if (!data) return { data: null, failure };
    const { nodes, pageInfo } = data.spiders;
    const fitting = nodes.filter((spider) => spider.state === 'READY' && (kind === null || spider.kind === kind));
    const picks = fitting.map(spiderPick).filter((pick) => isFound(pick, search));
    return { data: { items: picks, next: nextOf(pageInfo) }, failure };
  },
});

/** The topics of the project. */
export const TOPIC_SOURCE: PickSource = {
  get: async (id) => {
    const { data } = await ask(ONE_TOPIC, { id });
    return data && topicPick(data.topic);
  },
  find: async (search, after) => {
    const { data, failure } = await ask(TOPICS, { search, after });
    if (!data) return { data: null, failure };
    const { nodes, pageInfo } = data.topics;
    return { data: { items: nodes.map(topicPick), next: nextOf(pageInfo) }, failure };
  },
};

/** The models of a topic that is not there yet. */
export const NO_MODELS: PickSource = {
  get: keptModel,
  find: () => Promise.resolve({ data: { items: [], next: null }, failure: null }),
};
