import { buildSchema, getVariableValues, Kind, parse, validate } from 'graphql';
import type { OperationDefinitionNode } from 'graphql';
import type { Asked } from './fake-host.js';
import { fixture, publishedApi } from './published-api.js';
import type { Unpublished } from './published-api.js';

// Parts of GitHub's published API descriptions; the files name their packages.
const rest = publishedApi('github-api.json');
const schema = buildSchema(fixture('github-commit.graphql'));

export const unpublished: Unpublished = (asked, answer) =>
  asked.path === '/graphql' ? graphqlProblems(asked.body) : rest(asked, answer);

function graphqlProblems({ query, variables }: Asked['body']): readonly string[] {
  const document = parse(String(query));
  const errors = validate(schema, document);
  const isOperation = (node: { readonly kind: Kind }): node is OperationDefinitionNode =>
    node.kind === Kind.OPERATION_DEFINITION;
  const definitions = document.definitions.find(isOperation)?.variableDefinitions ?? [];
  const values = getVariableValues(schema, definitions, variables as Record<string, unknown>);
  return [...errors, ...(values.errors ?? [])].map(({ message }) => message);
}
