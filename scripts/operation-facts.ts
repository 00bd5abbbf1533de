import type * as z from 'zod';
import { endpoints, structureOf } from '../src/api/index.js';
import type { Area, Endpoint, Structure } from '../src/api/index.js';
import type { FieldPlace, OperationFacts, OperationField } from '../src/facts/index.js';

/** Each area's command, and the part of operation names that is redundant within it. */
const areas: Readonly<Record<Area, { readonly command: string; readonly noun: RegExp }>> = {
  translate: { command: 'text', noun: /Text/ },
  documents: { command: 'documents', noun: /Document/ },
  glossaries: { command: 'glossaries', noun: /Glossar(?:y|ies)/ },
  styleRules: { command: 'style-rules', noun: /StyleRuleLists?/ },
  languages: { command: 'languages', noun: /Languages/ },
  write: { command: 'write', noun: /Write/ },
  voice: { command: 'voice', noun: /Voice/ },
  admin: { command: 'admin', noun: /Developer/ },
  usage: { command: 'usage', noun: /Usage/ },
  memories: { command: 'memories', noun: /TranslationMemories/ },
};

/** Marks a schema as a secret, as in OpenAPI. */
const SECRET = 'password';

/** Every operation of the interface as plain data, derived from the descriptions. */
export function operationFacts(): readonly OperationFacts[] {
  const all: readonly Endpoint[] = Object.values(endpoints);
  return all.map(factsOf);
}

function factsOf(endpoint: Endpoint): OperationFacts {
  const { name, area, method, path, summary, auth } = endpoint;
  const answer = answerOf(endpoint);
  const paged = pagedList(endpoint, answer);
  const secrets = answer === undefined ? [] : secretsIn(answer);
  return {
    name,
    area: areas[area].command,
    command: kebab(name.replace(areas[area].noun, '')),
    method,
    path,
    summary,
    auth,
    sends: sentBy(endpoint),
    answers: answersOf(endpoint),
    ...(paged === undefined ? {} : { paged }),
    ...(secrets.length === 0 ? {} : { secrets }),
    fields: fieldsOf(endpoint),
  };
}

function kebab(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function sentBy({ body }: Endpoint): OperationFacts['sends'] {
  if (body === undefined) return 'nothing';
  if (body.kinds[0] === 'binary') return 'file';
  if (body.kinds[0] === 'multipart') return 'file-and-fields';
  return structureOf(body.schema).properties === undefined ? 'object' : 'fields';
}

function bodyOf({ responses }: Endpoint): z.ZodType | 'empty' | 'binary' | undefined {
  return Object.values(responses)[0];
}

function answersOf(endpoint: Endpoint): OperationFacts['answers'] {
  const body = bodyOf(endpoint);
  return body === 'binary' ? 'file' : body === undefined || body === 'empty' ? 'nothing' : 'data';
}

function answerOf(endpoint: Endpoint): Structure | undefined {
  const body = bodyOf(endpoint);
  return typeof body === 'object' ? structureOf(body) : undefined;
}

function pagedList({ query }: Endpoint, answer: Structure | undefined): string | undefined {
  if (query?.shape['page'] === undefined) return undefined;
  return Object.entries(answer?.properties ?? {}).find(([, { type }]) => type === 'array')?.[0];
}

/** Names of secret fields at any depth. */
function secretsIn({ properties = {}, items, anyOf = [] }: Structure): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, value]) =>
    value.format === SECRET ? [name] : secretsIn(value),
  );
  const inner = [...(items === undefined ? [] : [items]), ...anyOf].flatMap(secretsIn);
  return [...new Set([...own, ...inner])];
}

function fieldsOf(endpoint: Endpoint): readonly OperationField[] {
  const { path, query, body, auth } = endpoint;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): OperationField => ({
    name,
    place: 'path',
    type: 'text',
    required: true,
  }));
  // The signature goes into a header, and the address from the response contains everything else.
  if (auth === 'signature') return inPath;
  return [
    ...inPath,
    ...(query === undefined ? [] : partsOf(query, 'query')),
    ...(body === undefined ? [] : partsOf(body.schema, 'body')),
  ];
}

function partsOf(schema: z.ZodType, place: FieldPlace): readonly OperationField[] {
  const { properties = {}, required = [] } = structureOf(schema);
  return Object.entries(properties).map(([name, value]) => ({
    name,
    place,
    ...typeOf(value),
    ...(required.includes(name) ? { required: true as const } : {}),
    ...(value.format === SECRET ? { secret: true as const } : {}),
    ...(value.description === undefined ? {} : { note: value.description }),
  }));
}

function typeOf(value: Structure): Pick<OperationField, 'type' | 'list' | 'nullable' | 'choices'> {
  const alternatives = value.anyOf ?? [value];
  const list = alternatives.find(({ type }) => type === 'array');
  const one = list?.items ?? alternatives.find(({ type }) => type !== 'null') ?? value;
  const isNullable = alternatives.some(({ type }) => type === 'null');
  return {
    type: simpleType(one.type),
    ...(list === undefined || one.type === 'object' ? {} : { list: true as const }),
    ...(isNullable ? { nullable: true as const } : {}),
    ...(one.enum === undefined ? {} : { choices: one.enum }),
  };
}

function simpleType(type: string | undefined): OperationField['type'] {
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
    case 'boolean':
      return type;
    default:
      return 'json';
  }
}
