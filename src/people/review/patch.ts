import * as z from 'zod';
import { EngineError } from '../../engine/index.js';
import { defined, PERSON_NAME, RULE_NAMES } from '../../model/index.js';
import type { ReviewEdit, RuleName } from '../../model/index.js';

/** Longer texts are not translations. UTF-16 code units. */
const LONGEST = 2_000_000;

const hash = z.string().max(64);
const rule = z.enum(RULE_NAMES as [RuleName, ...RuleName[]]);

/** Nobody asks more. UTF-16 code units. */
const question = z.string().min(1).max(10_000);

const edit = z
  .strictObject({
    file: z.string().min(1).max(4096),
    locale: z.string().min(1).max(100),
    key: z.array(z.string().max(LONGEST)).min(1).max(200),
    seen: z.strictObject({ source: hash, target: hash }),
    text: z.string().max(LONGEST).optional(),
    dismiss: z.array(rule).max(50).optional(),
    force: z.literal(true).optional(),
    by: z.string().regex(PERSON_NAME).optional(),
    suggest: z.literal(true).optional(),
    ask: question.optional(),
    reply: z.strictObject({ to: z.string().max(LONGEST), text: z.string().max(10_000) }).optional(),
  })
  .refine(({ text, dismiss, ask, reply }) =>
    [text, dismiss, ask, reply].some((one) => one !== undefined),
  );

const edits = z.array(edit).max(1_000_000);

const patch = z.strictObject({ version: z.literal(1), edits });

const HINT = 'Use the file saved with "Save the edits" in the report, unchanged.';

/** The edits of a patch file. @throws EngineError 'patch-invalid' */
export function parsePatch(text: string): readonly ReviewEdit[] {
  let value: unknown;
  try {
    // Some editors on Windows add a byte order mark.
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new EngineError('patch-invalid', 'The patch is not valid JSON.', HINT, cause);
  }
  const parsed = patch.safeParse(value);
  if (parsed.success) return parsed.data.edits.map(withoutUndefined);
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  const message = `The patch is invalid at: ${place === '' ? 'version' : place}.`;
  throw new EngineError('patch-invalid', message, HINT);
}

/** The edits of a request; undefined if it is invalid. */
export function parseEdits(value: unknown): readonly ReviewEdit[] | undefined {
  const parsed = edits.safeParse(value);
  return parsed.success ? parsed.data.map(withoutUndefined) : undefined;
}

function withoutUndefined({ file, locale, key, seen, ...rest }: z.infer<typeof edit>): ReviewEdit {
  return { file, locale, key, seen, ...defined(rest) };
}
