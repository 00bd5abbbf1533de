import { formLeaf, holdsCodes, type LeafForm } from './forms/leaf.js';
import { hasLetters } from './forms/trim.js';
import { FluentNames, fromIcu, toIcu } from './fluent/icu.js';
import { readMessage } from './message.js';
import { isSound } from './rules/sound.js';
import { SYNTAXES } from './syntaxes/index.js';
import { leavesOf, type Leaf, type Message } from './token.js';
import type { Form, MessageContext, Prepared, Restored, TextProblem } from './types.js';

/** Target languages for which services often damage empty elements. */
const MANGLED = new Set(['sq', 'bs', 'hr', 'mk', 'sr', 'sh']);

/*
 * Characters of codes, escapes and entities of any syntax but ICU, and of bars between
 * alternatives.
 */
const SIGN = /[{%$~:@[<&'\\|`_]|www\./i;

/** Whether a text is sent unchanged, as most are. */
function isBare(text: string, { syntax, custom }: MessageContext): boolean {
  return syntax !== 'icu' && syntax !== 'arb' && custom === undefined && !SIGN.test(text);
}

/** The forms that make sense for a text, in the order to try. Plain text has only one. */
export function formsOf(text: string, context: MessageContext): readonly Form[] {
  if (isBare(text, context)) return ['element'];
  const leaves = leavesOf(readMessage(text, context));
  const asks = (leaf: Leaf): boolean => holdsCodes(leaf, 'ignore') || leaf.counted?.beside === true;
  if (!leaves.some(asks)) return ['element'];
  const language = context.target.toLowerCase().split(/[-_]/)[0] ?? '';
  const empty = leaves.some((leaf) => holdsCodes(leaf, 'element'));
  return empty && MANGLED.has(language)
    ? ['ignore', 'element', 'cut']
    : ['element', 'ignore', 'cut'];
}

/** Prepares a text for sending in one form (DESIGN.md section 6). Never throws. */
export function prepare(text: string, context: MessageContext, form: Form): Prepared {
  if (form === 'element' && isBare(text, context)) return prepareBare(text, context);
  if (context.syntax === 'fluent') return prepareFluent(text, context, form);
  const message = readMessage(text, context);
  const leaves = leavesOf(message);
  const tagged = form !== 'cut' && leaves.some((leaf) => holdsCodes(leaf, form));
  const renumbers = SYNTAXES[context.syntax].numbers === true && leaves.length === 1;
  const options = { form, tagged, renumbers };
  const forms = new Map(leaves.map((leaf) => [leaf, formLeaf(leaf, options)]));
  const texts = leaves.flatMap((leaf) => forms.get(leaf)?.texts ?? []);
  const restore = (answers: readonly string[]): Restored => {
    const result = write(message, { forms, answers: share(leaves, forms, answers), context });
    if (typeof result !== 'string') return { ok: false, problem: result };
    const problem = texts.length === 0 ? undefined : isSound(text, result, context);
    return problem === undefined ? { ok: true, text: result } : { ok: false, problem };
  };
  return {
    texts,
    ...(tagged ? { tagHandling: 'xml' as const } : {}),
    ...(tagged && form === 'ignore' ? { ignoreTags: ['x'] } : {}),
    ...(message.context === undefined ? {} : { context: message.context }),
    restore,
  };
}

/** Fluent texts are sent as the equivalent ICU message. */
function prepareFluent(text: string, context: MessageContext, form: Form): Prepared {
  const names = new FluentNames();
  const icu = toIcu(text, names);
  const prepared = prepare(icu, { ...context, syntax: 'icu' }, form);
  return {
    ...prepared,
    ...(prepared.context === undefined ? {} : { context: text }),
    restore: (answers) => {
      const restored = prepared.restore(answers);
      if (!restored.ok) return { ok: false, problem: names.inProblem(restored.problem) };
      const written = fromIcu(restored.text, names);
      return written === undefined
        ? { ok: false, problem: { code: 'icu-syntax', message: 'the text cannot be read' } }
        : { ok: true, text: written };
    },
  };
}

function prepareBare(text: string, context: MessageContext): Prepared {
  const sent = hasLetters(text) ? text.trim() : '';
  if (sent === '') return { texts: [], restore: () => ({ ok: true, text }) };
  const start = text.indexOf(sent);
  const restore = ([answer = '']: readonly string[]): Restored => {
    const result = text.slice(0, start) + answer.trim() + text.slice(start + sent.length);
    const problem = isSound(text, result, context);
    return problem === undefined ? { ok: true, text: result } : { ok: false, problem };
  };
  return { texts: [sent], restore };
}

function share(
  leaves: readonly Leaf[],
  forms: ReadonlyMap<Leaf, LeafForm>,
  answers: readonly string[],
): ReadonlyMap<Leaf, readonly string[]> {
  const shares = new Map<Leaf, readonly string[]>();
  let used = 0;
  for (const leaf of leaves) {
    const count = forms.get(leaf)?.texts.length ?? 0;
    shares.set(leaf, answers.slice(used, used + count));
    used += count;
  }
  return shares;
}

interface Writing {
  readonly forms: ReadonlyMap<Leaf, LeafForm>;
  readonly answers: ReadonlyMap<Leaf, readonly string[]>;
  readonly context: MessageContext;
}

function write(message: Message, writing: Writing): string | TextProblem {
  let problem: TextProblem | undefined;
  const { forms, answers, context } = writing;
  const parts = message.pieces.map((piece, at) => {
    if (typeof piece === 'string') return piece;
    const following = message.pieces[at + 1];
    const result = forms.get(piece)?.restore(answers.get(piece) ?? [], {
      next: typeof following === 'string' ? following : '',
      target: context.target,
      write: (code) => {
        if (code.nested === undefined) return code.raw;
        const inner = write(code.nested, writing);
        if (typeof inner === 'string') return inner;
        problem ??= inner;
        return code.raw;
      },
    });
    if (typeof result === 'string') return result;
    problem ??= result;
    return '';
  });
  return problem ?? parts.join('');
}
