import { graphql, type ResultOf } from '../../api/graphql.js';

export const KEYWORDS = graphql(`
  query TopicKeywords($id: ID!) {
    topic(id: $id) {
      keywordSetVersion
      keywordSet {
        version
        keywords {
          text
          kind
          origin
          similarity
        }
      }
      keywordSets(first: 20) {
        nodes {
          id
          version
          size
          createdAt
        }
      }
    }
  }
`);

export const OLD_KEYWORDS = graphql(`
  query OldKeywords($topicId: ID!, $version: Int!) {
    keywordSet(topicId: $topicId, version: $version) {
      keywords {
        text
      }
    }
  }
`);

export const PUT_KEYWORDS = graphql(`
  mutation PutKeywords($topicId: ID!, $keywords: [String!]!, $expected: Int) {
    putKeywords(topicId: $topicId, input: { keywords: $keywords }, expectedVersion: $expected) {
      version
    }
  }
`);

export const CANDIDATES = graphql(`
  query KeywordCandidates($id: ID!, $method: CandidateMethod, $state: CandidateState) {
    topic(id: $id) {
      keywordCandidates(first: 50, method: $method, state: $state) {
        nodes {
          id
          text
          kind
          method
          lift
          similarity
          verdict
          reason
          relevantDocuments
          otherDocuments
        }
        pageInfo {
          hasNextPage
        }
      }
      jobs(first: 10) {
        nodes {
          id
          kind
          state
        }
      }
    }
  }
`);

export const EXPAND = graphql(`
  mutation ExpandKeywords($topicId: ID!, $key: String!) {
    expandKeywords(topicId: $topicId, input: { apply: false }, idempotencyKey: $key) {
      id
    }
  }
`);

export const SUGGEST = graphql(`
  mutation SuggestKeywords($topicId: ID!, $key: String!) {
    suggestKeywords(topicId: $topicId, input: { apply: false }, idempotencyKey: $key) {
      id
    }
  }
`);

export const DECIDE = graphql(`
  mutation DecideCandidates($topicId: ID!, $accept: [String!]!, $reject: [String!]!) {
    decideKeywordCandidates(topicId: $topicId, input: { accept: $accept, reject: $reject }) {
      keywordSetVersion
    }
  }
`);

export type KeywordSets = ResultOf<typeof KEYWORDS>['topic'];
export type Candidate = ResultOf<typeof CANDIDATES>['topic']['keywordCandidates']['nodes'][number];
