import type { ServiceClient } from './service-client.js';

export interface TopDomain {
  readonly name: string;
  readonly fetched: number;
  readonly relevant: number;
  readonly harvestRate: number | null;
  readonly firstRelevantStep: number | null;
}

const QUERY = `query TopDomains($id: ID!, $first: Int!) {
  session(id: $id) {
    domains(first: $first, relevant: true, sort: RELEVANT) {
      edges { node { name fetched relevant harvestRate firstRelevantStep } }
    }
  }
}`;

/** Domains with most relevant pages, over GraphQL. */
export async function topDomains(client: ServiceClient, sessionId: string, first = 10): Promise<TopDomain[]> {
  interface Answer {
    readonly session: { readonly domains: { readonly edges: readonly { readonly node: TopDomain }[] } };
  }
  const { session } = await client.gleaner.graphql<Answer>(QUERY, { id: sessionId, first });
  return session.domains.edges.map(({ node }) => node);
}
