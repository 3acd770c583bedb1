import { isInputObjectType } from 'graphql';
import { fieldsOf, graphql, graphqlFacts, graphqlName, openapi, restFacts } from './api-documents.js';

/** Both APIs describe the same things alike. test/e2e/schema.test.ts checks that the documents match the code. */

/** Schemas that REST alone has. */
const REST_ONLY = /Page$|Event$|^Shared\w+Dto$|^(Health|ProblemDetails)$/;
/** Fields that are not the same in both APIs, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'Model.jobId': 'GraphQL has the job itself',
  'Spider.jobId': 'GraphQL has the job itself',
  'Experiment.jobId': 'GraphQL has the job itself',
  'Session.policyStats': 'an object by name in REST, a list of names and numbers in GraphQL',
  'PageWhy.features': 'an object by name in REST, a list of names and numbers in GraphQL',
  'PageWhy.terms': 'an object by name in REST, a list of names and texts in GraphQL',
  'ComparedSetting.values': 'GraphQL has no union of scalars',
  'CreateExperimentInput.domainCap': 'written in three ways, which GraphQL has a scalar for',
  'ExperimentPolicyInput.domainCap': 'written in three ways, which GraphQL has a scalar for',
  'WhatIfInput.domainCap': 'written in three ways, which GraphQL has a scalar for',
  'ScheduledSessionInput.domainCap': 'written in three ways, which GraphQL has a scalar for',
  'SessionSettingsInput.domainCap': 'written in three ways, which GraphQL has a scalar for',
  'CreateSessionInput.domainCap': 'written in three ways, which GraphQL has a scalar for',
};
const isListed = (name: string): boolean => name in DIFFERENT;

const pairs = Object.keys(openapi.components.schemas)
  .filter((name) => graphql.getType(name) !== undefined || !REST_ONLY.test(name))
  .map((name) => [name, graphqlName(name)] as const);

test.each(pairs)('%s is %s', (schemaName, typeName) => {
  const { properties = {}, required = [] } = openapi.components.schemas[schemaName];
  const fields = fieldsOf(typeName);
  const names = Object.keys(properties).filter((name) => !isListed(`${typeName}.${name}`));
  const inRest = Object.fromEntries(names.map((name) => [name, restFacts(properties[name], required.includes(name))]));
  const inGraphql = Object.fromEntries(
    names.map((name) => [name, name in fields ? graphqlFacts(fields[name], inRest[name].description) : 'absent']),
  );
  expect(inGraphql).toEqual(inRest);
  // Additional fields of a GraphQL response are objects with their own paths in REST. Bodies have the same fields.
  if (isInputObjectType(graphql.getType(typeName)))
    expect(Object.keys(fields).sort()).toEqual(Object.keys(properties).sort());
});

test('listed differences exist', () => {
  const same = Object.keys(DIFFERENT).filter((name) => {
    const [typeName, field] = name.split('.');
    const schemas = pairs.filter(([, type]) => type === typeName).map(([schema]) => openapi.components.schemas[schema]);
    return schemas.every(({ properties = {}, required = [] }) => {
      if (!(field in properties)) return true;
      const rest = restFacts(properties[field], required.includes(field));
      const fields = fieldsOf(typeName);
      return field in fields && graphqlFacts(fields[field], rest.description).kind === rest.kind;
    });
  });
  expect(same).toEqual([]);
});
