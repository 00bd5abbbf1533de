import type * as z from 'zod';
import { isPlain, quoted } from '../model/index.js';
import type { ConfigPath, PathIssue } from './errors.js';
import { formatPath } from './errors.js';
import { didYouMean, isOneEditAway, nearest, suggestion } from './nearest.js';
import { configSchema, jsonSchema } from './schema.js';
import type { ConfigInput } from './schema.js';

export type Validation =
  | { readonly ok: true; readonly config: ConfigInput }
  | { readonly ok: false; readonly issues: readonly PathIssue[] };

/**
 * Checks the shape of a config: known keys, types, ranges.
 * @throws RangeError for data that contains itself
 */
export function validateShape(value: unknown): Validation {
  const refused: ConfigPath[] = [];
  const sanitized = sanitize(value, [], refused);
  const result = configSchema.safeParse(sanitized, { reportInput: true, jitless: true });
  const issues = refused.map((path) => unknownKey(path.slice(0, -1), '__proto__'));
  if (!result.success) {
    // Of several at one path, the first: a list in place of a text is also too short.
    const paths = result.error.issues.map(({ path }) => path.join('.'));
    const firsts = result.error.issues.filter((_, at) => paths.indexOf(paths[at] ?? '') === at);
    const found = firsts.flatMap(pathIssues);
    issues.push(...found.map((issue) => explainSource(issue, sanitized)));
  }
  if (issues.length > 0 || !result.success) return { ok: false, issues };
  return { ok: true, config: result.data };
}

/**
 * A copy of a config without `__proto__` keys, which are added to `refused` because they would
 * reach an object's prototype. An empty section (`limits:` with nothing after it) counts as absent.
 * Values of a module that are not plain data stay as they are.
 */
function sanitize(value: unknown, path: ConfigPath, refused: ConfigPath[]): unknown {
  if (Array.isArray(value)) return value.map((item, at) => sanitize(item, [...path, at], refused));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inside] of Object.entries(value)) {
    if (key === '__proto__') refused.push([...path, key]);
    else copy[key] = inside === null ? undefined : sanitize(inside, [...path, key], refused);
  }
  return copy;
}

/** Explains a missing `source`: a glossary needs a stated source (docs/interface.md 4.1). */
function explainSource(issue: PathIssue, config: unknown): PathIssue {
  const concerned = issue.code === 'missing-key' && issue.path.join() === 'source';
  if (!concerned || !holdsGlossary(config)) return issue;
  return {
    ...issue,
    message: `${issue.message}; the service accepts a glossary only together with a source`,
  };
}

function holdsGlossary(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'glossary' in value || Object.values(value).some(holdsGlossary);
}

type Issue = z.core.$ZodIssue;

function pathIssues(issue: Issue): PathIssue[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const meant = issue.code === 'invalid_union' ? meantIssues(issue) : undefined;
  if (meant !== undefined) return meant.flatMap(pathIssues);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
  const missing = issue.input === undefined && issue.code !== 'custom';
  const name = formatPath(path);
  if (name === 'service.key' && !missing) {
    // Any value may be a key, so it is not repeated.
    const message = '"service.key" must be an environment reference such as ${SERVICE_AUTH_KEY}';
    return [{ code: 'literal-key', path, part: 'value', message }];
  }
  if ((name === 'store' || name === 'store.url') && issue.code !== 'invalid_format' && !missing) {
    // It may contain a password.
    const message = `"${name}" must be an environment reference such as \${LOCALE_SYNC_STORE}, or { url, schema }`;
    return [{ code: 'invalid-value', path, part: 'value', message }];
  }
  if (missing) {
    const message = `${name === '' ? 'the config' : `"${name}"`} is missing`;
    return [{ code: 'missing-key', path, part: 'key', message }];
  }
  return [
    {
      code: 'invalid-value',
      path,
      part: 'value',
      message: `${name === '' ? 'the config' : `"${name}"`} ${complaint(issue)}`,
    },
  ];
}

/** The issues of the form that the value most likely has; undefined if that is unclear. */
function meantIssues({ errors, input, path }: z.core.$ZodIssueInvalidUnion): Issue[] | undefined {
  const forms = errors as readonly Issue[][];
  const isGroup = typeof input === 'object' && input !== null;
  const isOfGroup = (issue: Issue): boolean =>
    issue.path.length > 0 || ['unrecognized_keys', 'too_small', 'too_big'].includes(issue.code);
  const isOneOfMany = (issue: Issue): boolean =>
    issue.code === 'invalid_value' && issue.values.length > 1 && issue.path.length === 0;
  const found = isGroup
    ? forms.find((issues) => issues.some(isOfGroup))
    : forms.map((issues) => issues.filter(isOneOfMany)).find(({ length }) => length > 0);
  return found?.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function unknownKey(path: ConfigPath, key: string): PathIssue {
  const inside = path.length === 0 ? '' : ` in "${formatPath(path)}"`;
  return {
    code: 'unknown-key',
    path: [...path, key],
    part: 'key',
    message: `unknown key ${quoted(key)}${inside}${whereTo(key, path)}`,
  };
}

/** Suggests the group that a misplaced key belongs in, or a similar key. */
function whereTo(key: string, path: ConfigPath): string {
  const known = knownKeys(path);
  // Only at the top and in a catalog: deeper groups are too similar.
  const near = nearest(key, known);
  // The same word in another group is a better suggestion than a similar word here.
  const isMisplaced = path.length <= 2 && (near === undefined || !isOneEditAway(key, near));
  const groups = isMisplaced ? groupsWith(key) : [];
  if (groups.length === 0) return suggestion(key, known);
  return `; it belongs in ${groups.map((group) => `"${group}"`).join(' or ')}`;
}

/** The parts of JSON Schema that define the config's keys. */
interface Structure {
  readonly properties?: Readonly<Record<string, Structure>>;
  readonly items?: Structure;
  readonly additionalProperties?: Structure | boolean;
  /** Several shapes, one of which is a group of keys. */
  readonly anyOf?: readonly Structure[];
}

/** Keys that the schema allows in the group at a path. */
function knownKeys(path: ConfigPath): string[] {
  let structure: Structure | undefined = jsonSchema() as Structure;
  for (const part of path) structure = structure && inside(structure, part);
  const shapes = structure === undefined ? [] : [structure, ...(structure.anyOf ?? [])];
  return Object.keys(shapes.find(({ properties }) => properties !== undefined)?.properties ?? {});
}

function inside(structure: Structure, part: string | number): Structure | undefined {
  const { properties = {}, items, additionalProperties, anyOf = [] } = structure;
  const own = typeof part === 'number' ? items : undefined;
  if (own !== undefined) return own;
  if (Object.hasOwn(properties, part)) return properties[part];
  if (typeof additionalProperties === 'object') return additionalProperties;
  return anyOf.map((one) => inside(one, part)).find((one) => one !== undefined);
}

/** Groups whose keys people often put one level too high or too low. */
const GROUPS = ['service', 'catalogs', 'translate', 'limits', 'rules', 'extract', 'types'] as const;

/** The groups that have a key with this name. */
function groupsWith(key: string): string[] {
  return GROUPS.filter((group) =>
    knownKeys(group === 'catalogs' ? [group, 0] : [group]).includes(key),
  );
}

function complaint(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${ARTICLES[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const shown = issue.values.map((one) => (typeof one === 'string' ? `"${one}"` : String(one)));
      const known = `must be ${shown.join(', ')}`;
      if (typeof issue.input !== 'string') return `${known}, not ${kindOf(issue.input)}`;
      return `${known}, not ${quoted(issue.input)}${values.length > 1 ? didYouMean(issue.input, values) : ''}`;
    }
    case 'invalid_union':
      if (issue.path.at(-1) === 'reuse') {
        return `must be true, false or { exclude: [globs of keys] }, not ${kindOf(issue.input)}`;
      }
      if (issue.path[0] === 'extract') {
        return `must be an object, or a list of objects, not ${kindOf(issue.input)}`;
      }
      return `must be a whole number from 1 to 100 or "auto", not ${kindOf(issue.input)}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'must not be empty'
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} entries (a rule of the service)`
        : `must be at most ${issue.maximum}`;
    case 'invalid_format':
      // The schema's message for each value.
      return issue.message;
    default:
      return `is invalid: ${issue.message}`;
  }
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return isPlain(String(value)) ? String(value) : 'a number';
  // In the wrong place, a text may be anything, even a key.
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'a group of keys' : `a ${typeof value}`;
}
