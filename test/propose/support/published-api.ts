import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Answer, Asked } from './fake-host.js';

interface Operation {
  readonly query: Readonly<Record<string, object>>;
  readonly body?: { readonly properties?: Readonly<Record<string, object>> };
  /** By status; for successes, the fields that are read. */
  readonly answers: Readonly<Record<string, object>>;
}

/** Returns the parts of a call and its response that the host has not published. */
export type Unpublished = (asked: Asked, answer: Answer) => readonly string[];

// Query parameters are strings.
const ajv = new Ajv({ strict: false, coerceTypes: true, allowUnionTypes: true });
const exact = new Ajv({ strict: false, allowUnionTypes: true });

export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
}

/** @param name a fixture with parts of a host's OpenAPI description */
export function publishedApi(name: string): Unpublished {
  const { operations } = JSON.parse(fixture(name)) as {
    readonly operations: Readonly<Record<string, Operation>>;
  };
  return (asked, answer) => {
    const url = new URL(asked.path, 'http://host');
    const found = Object.entries(operations).find(([operation]) =>
      pattern(operation).test(`${asked.method} ${url.pathname}`),
    );
    if (found === undefined) return [`no operation: ${asked.method} ${url.pathname}`];
    const [, { query, body, answers }] = found;
    // No operation documents the response to a wrong token.
    const published = answer.status === 401 ? {} : answers[String(answer.status)];
    return [
      ...[...url.searchParams].flatMap(([key, value]) => queryProblems(query[key], value, key)),
      ...bodyProblems(body, asked.body),
      ...(published === undefined ? [`no answer ${answer.status}`] : []),
      ...problemsOf(published ?? {}, answer.body ?? {}, 'answer'),
    ];
  };
}

/** A host's response to a call that its description does not contain. */
export function refusal(host: string, problems: readonly string[]): Answer {
  return {
    status: 418,
    body: { message: `${host} has published otherwise: ${problems.join('; ')}` },
  };
}

function pattern(operation: string): RegExp {
  const source = operation.replace(/\{[a-z_]+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

function queryProblems(published: object | undefined, value: string, what: string): string[] {
  if (published === undefined) return [`unknown: ${what}`];
  if (ajv.validate({ type: 'object', properties: { value: published } }, { value })) return [];
  return [`${what}: ${ajv.errorsText()}`];
}

function problemsOf(published: object, value: unknown, what: string): string[] {
  return exact.validate(published, value) ? [] : [`${what}: ${exact.errorsText()}`];
}

function bodyProblems(published: Operation['body'], body: Asked['body']): readonly string[] {
  const names = Object.keys(body);
  if (published === undefined) return names.map((name) => `unknown: ${name}`);
  const unknown = names.filter((name) => !Object.hasOwn(published.properties ?? {}, name));
  const known = published.properties === undefined ? [] : unknown;
  return [...known.map((name) => `unknown: ${name}`), ...problemsOf(published, body, 'body')];
}
