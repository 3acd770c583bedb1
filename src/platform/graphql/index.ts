export { graphqlModule, ServiceResolver } from './graphql.module.js';
