import type * as z from 'zod';

type Path = readonly PropertyKey[];

/** A field whose value does not match the schema. */
export interface FieldIssue {
  /** `dictionaries[0].source_lang`; '' for the whole value. */
  readonly parameter: string;
  /** `/dictionaries/0/source_lang` */
  readonly pointer: string;
  readonly missing: boolean;
  /** What was expected, without the field's name. */
  readonly reason: string;
}

function parameterOf(path: Path): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

function isAbsent(value: unknown, path: Path): boolean {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) {
      return true;
    }
    current = (current as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return current === undefined;
}

/** The issues of a failed validation, per field; `value` is the validated value. */
export function fieldIssues(error: z.ZodError, value: unknown): readonly FieldIssue[] {
  return error.issues.map((issue) => ({
    parameter: parameterOf(issue.path),
    pointer: issue.path.map((part) => `/${String(part)}`).join(''),
    missing: isAbsent(value, issue.path),
    reason: issue.message.replace(/^Invalid (input|option): /, ''),
  }));
}

/** One sentence that names the field: `Parameter 'target_lang' is missing`. */
export function issueMessage({ parameter, missing, reason }: FieldIssue): string {
  if (parameter === '') return `Invalid value: ${reason}`;
  return missing
    ? `Parameter '${parameter}' is missing`
    : `Value for '${parameter}' is invalid: ${reason}`;
}
