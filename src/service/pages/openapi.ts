import * as z from 'zod';
import {
  endpoints,
  keyScheme,
  signatureScheme,
  type BodyKind,
  type Endpoint,
  type EndpointBody,
  type ResponseBody,
} from '../../api/index.js';

const mediaTypes: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
};

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
}

function parametersOf({ path, query }: Endpoint): readonly unknown[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (query === undefined) return inPath;
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Readonly<Record<string, unknown>>;
    required?: readonly string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function contentOf(body: ResponseBody) {
  if (body === 'empty') return {};
  if (body === 'binary') return { content: { 'application/octet-stream': {} } };
  return { content: { 'application/json': { schema: schemaOf(body, 'output') } } };
}

/** Adds the file to the schema of a multipart body, which describes only the fields. */
function withFile(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { properties, required } = schema as { properties?: object; required?: readonly string[] };
  const file = { type: 'string', format: 'binary' };
  return {
    ...schema,
    properties: { ...properties, file },
    required: [...(required ?? []), 'file'],
  };
}

function bodyOf({ kinds, schema }: EndpointBody) {
  const described = schemaOf(schema, 'input');
  const content = kinds.map((kind) => [
    mediaTypes[kind],
    { schema: kind === 'multipart' ? withFile(described) : described },
  ]);
  return { requestBody: { required: true, content: Object.fromEntries(content) as object } };
}

function operationOf(endpoint: Endpoint) {
  const { name, area, summary, body, responses, auth } = endpoint;
  return {
    operationId: name,
    tags: [area],
    summary,
    security: [{ [auth]: [] }],
    parameters: parametersOf(endpoint),
    ...(body === undefined ? {} : bodyOf(body)),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [
          status,
          { description: 'Success', ...contentOf(answer) },
        ]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

const key = (description: string) => ({
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description,
});

const problem = z.object({
  message: z.string(),
  code: z.string().optional(),
  detail: z.string().optional(),
});

/** The OpenAPI 3.1 document of all endpoints, generated from their descriptions. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Translation service', version: '1.0.0' },
    paths,
    components: {
      securitySchemes: {
        developer: key(`\`${keyScheme} <developer key>\``),
        admin: key(`\`${keyScheme} <admin key>\``),
        signature: key(`\`${signatureScheme} <signature>\``),
      },
      responses: {
        Problem: {
          description: 'Anything but success; every answer carries `X-Trace-ID`',
          content: { 'application/json': { schema: schemaOf(problem, 'output') } },
        },
      },
    },
  };
}
