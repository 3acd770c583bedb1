import { graphql, type ResultOf } from '../../api/graphql.js';

export const POLICIES = graphql(`
  query Policies {
    policies {
      name
      summary
      source
      configSchema
    }
    sessions(first: 5) {
      nodes {
        fetched
        failed
        activeSeconds
      }
    }
  }
`);

export const TOPIC = graphql(`
  query TopicToStart($id: ID!) {
    topic(id: $id) {
      id
      name
      seeds
      updatedAt
      keywordSetVersion
      keywordSet {
        keywords {
          text
        }
      }
    }
  }
`);

export const TEMPLATES = graphql(`
  query SessionTemplates {
    sessionTemplates(first: 200) {
      nodes {
        id
        name
        settings
        updatedAt
      }
    }
  }
`);

export const TOPICS_NAMED = graphql(`
  query TopicsNamed($name: String!) {
    topics(first: 50, search: $name) {
      nodes {
        id
        name
      }
    }
  }
`);

export const CREATE_TOPIC = graphql(`
  mutation CreateTopic($input: CreateTopicInput!, $key: String!) {
    createTopic(input: $input, idempotencyKey: $key) {
      id
    }
  }
`);

export const UPDATE_TOPIC = graphql(`
  mutation UpdateTopic($id: ID!, $input: UpdateTopicInput!, $expected: DateTime!) {
    updateTopic(id: $id, input: $input, expectedUpdatedAt: $expected) {
      id
    }
  }
`);

export const SUGGEST_SEEDS = graphql(`
  mutation SuggestSeeds($topicId: ID!) {
    suggestSeeds(topicId: $topicId) {
      id
      state
      progress
      error
    }
  }
`);

export const JOB = graphql(`
  query Job($id: ID!) {
    job(id: $id) {
      id
      state
      progress
      error
    }
  }
`);

export const CANDIDATES = graphql(`
  query SeedCandidates($topicId: ID!) {
    topic(id: $topicId) {
      seedCandidates(first: 50, state: pending) {
        nodes {
          url
          title
          reason
          score
        }
      }
    }
  }
`);

export const ACCEPT_SEEDS = graphql(`
  mutation AcceptSeeds($topicId: ID!, $urls: [String!]!) {
    decideSeedCandidates(topicId: $topicId, input: { accept: $urls }) {
      seedCount
    }
  }
`);

/** The fields of a topic that a draft has. */
export const fieldsOf = ({ name, seeds, keywordSet }: ResultOf<typeof TOPIC>['topic']) => ({
  ...{ name, seeds },
  keywords: keywordSet?.keywords.map(({ text }) => text) ?? [],
});

export type Policy = ResultOf<typeof POLICIES>['policies'][number];
export type Candidate = ResultOf<typeof CANDIDATES>['topic']['seedCandidates']['nodes'][number];
export type Templates = ResultOf<typeof TEMPLATES>;
