import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.js';

export const TOPIC = graphql(`
  query ResultsOfTopic($id: ID!) {
    topic(id: $id) {
      name
      collection {
        pages
        relevant
        domainCount
        relevantDomainCount
        behind
      }
    }
  }
`);

export const SESSION = graphql(`
  query ResultsOfSession($id: ID!) {
    session(id: $id) {
      topicId
      topic {
        name
      }
      config {
        search
      }
    }
  }
`);

export const COLLECTED_PAGES = graphql(`
  query CollectedPages(
    $id: ID!
    $after: String
    $isFirst: Boolean!
    $sort: CollectedPageSort!
    $search: String
    $relevant: Boolean
    $labelled: Boolean
    $probabilityMin: Float
    $probabilityMax: Float
    $domain: String
    $language: String
    $tag: String
    $foundSince: DateTime
    $newSinceSession: ID
    $changedSince: DateTime
    $gone: Boolean
    $seedDomain: Boolean
    $duplicate: Boolean
  ) {
    topic(id: $id) {
      pages(
        first: 100
        after: $after
        sort: $sort
        order: DESC
        search: $search
        relevant: $relevant
        labelled: $labelled
        probabilityMin: $probabilityMin
        probabilityMax: $probabilityMax
        domain: $domain
        language: $language
        tag: $tag
        foundSince: $foundSince
        newSinceSession: $newSinceSession
        changedSince: $changedSince
        gone: $gone
        seedDomain: $seedDomain
        duplicate: $duplicate
      ) {
        totalCount @include(if: $isFirst)
        totalCountIsExact @include(if: $isFirst)
        nodes {
          key
          url
          title
          publishedAt
          domain
          language
          probability
          relevant
          label
          tags
          note
          firstFoundAt
          lastSeenAt
          changedAt
          goneAt
          sessionCount
          sessionId
          step
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);
export type CollectedPage = ResultOf<typeof COLLECTED_PAGES>['topic']['pages']['nodes'][number];

export const SESSION_PAGES = graphql(`
  query SessionPages(
    $id: ID!
    $after: String
    $isFirst: Boolean!
    $sort: PageSort!
    $search: String
    $relevant: Boolean
    $probabilityMin: Float
    $probabilityMax: Float
    $domain: String
    $fetchedFrom: DateTime
    $rendered: Boolean
    $duplicate: Boolean
  ) {
    session(id: $id) {
      pages(
        first: 100
        after: $after
        sort: $sort
        order: DESC
        search: $search
        relevant: $relevant
        probabilityMin: $probabilityMin
        probabilityMax: $probabilityMax
        domain: $domain
        fetchedFrom: $fetchedFrom
        rendered: $rendered
        duplicate: $duplicate
      ) {
        totalCount @include(if: $isFirst)
        totalCountIsExact @include(if: $isFirst)
        nodes {
          step
          url
          title
          publishedAt
          domainName
          language
          probability
          relevant
          depth
          httpStatus
          fetchedAt
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);
export type SessionPage = ResultOf<typeof SESSION_PAGES>['session']['pages']['nodes'][number];

export const COLLECTED_DOMAINS = graphql(`
  query CollectedDomains(
    $id: ID!
    $after: String
    $isFirst: Boolean!
    $sort: CollectedDomainSort!
    $search: String
    $relevant: Boolean
    $verdict: DomainVerdict
    $tag: String
    $foundSince: DateTime
    $newSinceSession: ID
    $seedDomain: Boolean
  ) {
    topic(id: $id) {
      domains(
        first: 100
        after: $after
        sort: $sort
        order: DESC
        search: $search
        relevant: $relevant
        verdict: $verdict
        tag: $tag
        foundSince: $foundSince
        newSinceSession: $newSinceSession
        seedDomain: $seedDomain
      ) {
        totalCount @include(if: $isFirst)
        totalCountIsExact @include(if: $isFirst)
        nodes {
          name
          verdict
          relevant
          pages
          share
          shareAtLeast
          expected
          ledTo
          firstFoundAt
          lastFoundAt
          seedDomain
          tags
          note
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);
export type CollectedDomain = ResultOf<typeof COLLECTED_DOMAINS>['topic']['domains']['nodes'][number];

export const PROFILE = graphql(`
  query ProfileOfDomain($id: ID!, $domain: String!) {
    collectedDomain(topicId: $id, name: $domain) {
      profile {
        summary
        words
        robots
        home {
          url
          title
          failure
        }
        path {
          name
        }
        linkedFrom {
          name
          collected
        }
        linksTo {
          name
          collected
        }
        bestPages {
          key
          url
          title
          probability
        }
      }
    }
  }
`);
export type Profile = ResultOf<typeof PROFILE>['collectedDomain']['profile'];

export const TEXT = graphql(`
  query TextOfPage($id: ID!, $step: Int!, $markdown: Boolean!, $search: String) {
    page(sessionId: $id, step: $step) {
      mainText @skip(if: $markdown)
      mainTextMarks(search: $search) @skip(if: $markdown)
      content(format: MARKDOWN) @include(if: $markdown) {
        content
      }
      outcome
      attempt
      sourceStep
      why {
        policy
        value
        exploration
        rank
        options
        chosenAfter
        terms {
          name
          value
        }
        link {
          sourceStep
        }
      }
    }
  }
`);

/** The answer has the remarks that held before: sending them takes the change back. */
export const JUDGE = graphql(`
  mutation JudgeCollected($topicId: ID!, $input: JudgeCollectedInput!) {
    judgeCollected(topicId: $topicId, input: $input) {
      pages {
        key
        verdict
        tags
        note
      }
      domains {
        name
        verdict
        tags
        note
      }
    }
  }
`);
export type Remarks = VariablesOf<typeof JUDGE>['input'];

export const LABEL_STEPS = graphql(`
  mutation LabelSteps($sessionId: ID!, $labels: [PageLabelInput!]!) {
    labelPages(sessionId: $sessionId, input: { labels: $labels }) {
      created
      updated
    }
  }
`);

export const GATHER = graphql(`
  mutation Gather($topicId: ID!, $domains: [String!]!, $fetches: Int!, $key: String!) {
    gatherDomains(topicId: $topicId, input: { domains: $domains, fetches: $fetches }, idempotencyKey: $key) {
      id
    }
  }
`);
