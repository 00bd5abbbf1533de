import { hasLetters, coreOf, restoreSpacing } from './forms/spacing.js';
import type { Core, Node } from './forms/spacing.js';
import { FluentNames, fromIcu, toIcu } from './fluent/icu.js';
import { languageOf } from './plural/families.js';
import { readMessage } from './message.js';
import { isSound } from './rules/sound.js';
import { SYNTAXES } from './syntaxes/index.js';
import { leavesOf } from './token.js';
import type { Leaf, Message, CodeToken, Counted, Token } from './token.js';
import type { Form, MessageContext, Prepared, Restored, TextProblem } from './types.js';
import { escapeXml } from './entities.js';
import { nodesOf, renumbered } from './forms/nodes.js';
import type { Sent } from './forms/nodes.js';

/** Target languages for which services often damage empty elements. */
const MANGLED = new Set(['sq', 'bs', 'hr', 'mk', 'sr', 'sh']);

/** The forms that make sense for a text, in the order to try. Plain text has only one. */
export function formsOf(text: string, context: MessageContext): readonly Form[] {
  const leaves = leavesOf(readMessage(text, context));
  const asks = (leaf: Leaf): boolean => holdsCodes(leaf, 'ignore') || leaf.counted?.beside === true;
  if (!leaves.some(asks)) return ['element'];
  const empty = leaves.some((leaf) => holdsCodes(leaf, 'element'));
  return empty && MANGLED.has(languageOf(context.target))
    ? ['ignore', 'element', 'cut']
    : ['element', 'ignore', 'cut'];
}

/** Prepares a text for sending in one form (DESIGN.md section 6). Never throws. */
export function prepare(text: string, context: MessageContext, form: Form): Prepared {
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

/**
 * The answers from which `restore` makes exactly this translation, such as one of a translation
 * memory. Undefined if there are none.
 */
export function answersFor(
  translation: string,
  text: string,
  { context, form }: { readonly context: MessageContext; readonly form: Form },
): readonly string[] | undefined {
  const prepared = prepare(text, context, form);
  const ways = [
    ...(context.syntax === 'fluent'
      ? []
      : [answersIn(translation, readMessage(text, context), { context, form })]),
    prepared.texts.map(() => translation.trim()),
  ];
  return ways.find((answers) => {
    if (answers?.length !== prepared.texts.length) return false;
    const restored = prepared.restore(answers);
    return restored.ok && restored.text === translation;
  });
}

function answersIn(
  translation: string,
  message: Message,
  { context, form }: { readonly context: MessageContext; readonly form: Form },
): readonly string[] | undefined {
  const sources = leavesOf(message);
  const leaves = leavesOf(readMessage(translation, context));
  const tagged = form !== 'cut' && sources.some((leaf) => holdsCodes(leaf, form));
  const answers: string[] = [];
  for (const [at, leaf] of leaves.entries()) {
    const source = sources[at];
    if (source === undefined) return undefined;
    const ids = idsAs(source, leaf);
    answers.push(...formLeaf(leaf, { form, tagged, renumbers: false, ids }).texts);
  }
  return answers;
}

/** The ids of a translation's codes: those that the same codes have in the source. */
function idsAs(source: Leaf, { tokens }: Leaf): ReadonlyMap<number, number> {
  const core = coreOf(source);
  const free = [...(core === undefined ? [] : idsOf(source.tokens, core))];
  const ids = new Map<number, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'text') continue;
    const at = free.findIndex(([one]) => {
      const other = source.tokens[one];
      return other?.type === 'code' && other.raw === token.raw;
    });
    const [found] = free.splice(at, at === -1 ? 0 : 1);
    if (found !== undefined) ids.set(index, found[1]);
  }
  return ids;
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

/** A prepared leaf: the texts to send, and how to insert the answers. */
interface LeafForm {
  readonly texts: readonly string[];
  readonly restore: (
    answers: readonly string[],
    surroundings: Surroundings,
  ) => string | TextProblem;
}

interface Surroundings {
  /** The text of a code in the result. */
  readonly write: (code: CodeToken) => string;
  /** What follows the leaf in the message. */
  readonly next: string;
  /** BCP 47 tag. */
  readonly target: string;
}

interface FormOptions {
  readonly form: Form;
  /** Texts are sent with tag handling. */
  readonly tagged: boolean;
  /** The library reads `%2$s` as the second argument. */
  readonly renumbers: boolean;
  /** Ids of the codes, by token index. Default: in their order. */
  readonly ids?: ReadonlyMap<number, number>;
}

/** Whether a leaf contains codes that have to be sent with its text. */
function holdsCodes(leaf: Leaf, form: Form): boolean {
  const core = coreOf(leaf);
  if (core === undefined) return false;
  return leaf.tokens
    .slice(core.from, core.to)
    .some((token) => token.type === 'code' && (form === 'ignore' || !isCounted(leaf, token)));
}

function isCounted(leaf: Leaf, token: CodeToken): boolean {
  return countsOf(leaf).some(({ isCount }) => isCount(token.name));
}

function countsOf({ counted }: Leaf): readonly Counted[] {
  return counted === undefined ? [] : [counted, ...(counted.others ?? [])];
}

/** The numbers sent for counts, by token index. */
function numbersOf(leaf: Leaf): ReadonlyMap<number, number> {
  const found = countsOf(leaf).map(({ number, isCount }) => {
    const at = leaf.tokens.findIndex((token) => token.type === 'code' && isCount(token.name));
    return [at, number] as const;
  });
  return new Map(found.filter(([at]) => at >= 0));
}

function formLeaf(leaf: Leaf, options: FormOptions): LeafForm {
  const core = coreOf(leaf);
  if (core === undefined) {
    return {
      texts: [],
      restore: (_, { write }) => leaf.tokens.map((one) => rawOf(one, write)).join(''),
    };
  }
  return options.form === 'cut' ? cutLeaf(leaf, core) : wholeLeaf(leaf, core, options);
}

function rawOf(token: Token, write: (code: CodeToken) => string): string {
  return token.type === 'text' ? token.raw : write(token);
}

function wholeLeaf(leaf: Leaf, core: Core, options: FormOptions): LeafForm {
  const { form, tagged, renumbers } = options;
  const { tokens, counted } = leaf;
  const ids = options.ids ?? idsOf(tokens, core);
  const numbers = numbersOf(leaf);
  const labels = new Map<number, string>();
  const parts = tokens.slice(core.from, core.to).map((token, offset) => {
    const index = core.from + offset;
    if (token.type === 'text') return tagged ? escapeXml(token.text) : token.text;
    const number = numbers.get(index);
    if (form === 'ignore') {
      const label = number === undefined ? labelOf(token) : String(number);
      labels.set(index, label);
      return `<x id="${String(ids.get(index))}">${escapeXml(label)}</x>`;
    }
    if (number !== undefined) return String(number);
    if (token.role === 'close') return '</g>';
    const id = String(ids.get(index));
    return token.role === 'open' ? `<g id="${id}">` : `<x id="${id}"/>`;
  });
  const joined = parts.join('');
  const beside = form === 'element' && counted?.beside === true ? counted.number : undefined;
  const text = (beside === undefined ? '' : `${String(beside)} `) + joined.trim();
  const sent: Sent = {
    tokens,
    ids: new Map([...ids].filter(([index]) => form === 'ignore' || !numbers.has(index))),
    labels: form === 'ignore' ? labels : undefined,
    renumbers,
  };
  const restore: LeafForm['restore'] = ([answer = ''], around) => {
    const own = beside === undefined ? answer : withoutNumber(answer, beside);
    if (own === undefined) return noNumber(beside, 'the count');
    const nodes = tagged ? nodesOf(own, sent) : [{ type: 'text' as const, text: own }];
    if (!Array.isArray(nodes)) return nodes;
    const whole = putCounts(nodes, form === 'element' ? numbers : new Map(), tokens);
    if (!Array.isArray(whole)) return whole;
    return assemble(leaf, core, {
      nodes: trimNodes(restoreSpacing(whole, tokens, around.target)),
      around,
    });
  };
  return { texts: [text], restore };
}

/**
 * Ids are numbered over the codes that are sent. Under `element`, both ends of a pair share one.
 */
function idsOf(tokens: readonly Token[], { from, to }: Core): ReadonlyMap<number, number> {
  const ids = new Map<number, number>();
  for (let index = from; index < to; index += 1) {
    if (tokens[index]?.type === 'code') ids.set(index, ids.size);
  }
  return ids;
}

const LONGEST_LABEL = 60;

function labelOf(code: CodeToken): string {
  return code.raw.length > LONGEST_LABEL ? code.name.slice(0, LONGEST_LABEL) : code.raw;
}

function putCounts(
  nodes: readonly Node[],
  numbers: ReadonlyMap<number, number>,
  tokens: readonly Token[],
): Node[] | TextProblem {
  let whole = [...nodes];
  for (const [index, number] of numbers) {
    const put = putCount(whole, { number, index }, tokens);
    if (!Array.isArray(put)) return put;
    whole = put;
  }
  return whole;
}

function putCount(
  nodes: readonly Node[],
  count: { readonly number: number; readonly index: number },
  tokens: readonly Token[],
): Node[] | TextProblem {
  const found = nodes.map((node) =>
    node.type === 'text' ? findNumber(node.text, count.number) : undefined,
  );
  const at = found.findIndex((one) => one !== undefined);
  const place = found[at];
  const node = nodes[at];
  if (place === undefined || node?.type !== 'text' || found.filter(Boolean).length > 1) {
    const token = tokens[count.index];
    return noNumber(count.number, token?.raw ?? '');
  }
  const pieces: Node[] = [
    { type: 'text', text: node.text.slice(0, place.start) },
    { type: 'code', index: count.index },
    { type: 'text', text: node.text.slice(place.end) },
  ];
  const filled = pieces.filter((piece) => piece.type === 'code' || piece.text !== '');
  return [...nodes.slice(0, at), ...filled, ...nodes.slice(at + 1)];
}

function noNumber(number: number | undefined, what: string): TextProblem {
  const message = `the answer does not contain ${String(number)}, which stands for ${what}, exactly once`;
  return { code: 'placeholder-mismatch', message };
}

/** The answer without the leading number that was only sent to get the right plural form. */
function withoutNumber(answer: string, number: number): string | undefined {
  const text = answer.trimStart();
  const found = findNumber(text, number);
  if (found?.start !== 0) return undefined;
  const rest = text.slice(found.end);
  return rest.trimStart() === rest ? undefined : rest;
}

/** The digit zero of each script that translations may use. */
const NOUGHTS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
];
const GROUP = "[ \u00a0\u202f\u2009.,'’٬]?";
const patterns = new Map<number, RegExp>();

/**
 * Position of a number in a text, in the digits of any script; undefined unless it occurs exactly
 * once.
 */
function findNumber(
  text: string,
  number: number,
): { readonly start: number; readonly end: number } | undefined {
  const pattern = patterns.get(number) ?? patternOf(number);
  patterns.set(number, pattern);
  const matches = [...text.matchAll(pattern)];
  const [match] = matches;
  if (match === undefined || matches.length > 1) return undefined;
  return { start: match.index, end: match.index + match[0].length };
}

function patternOf(number: number): RegExp {
  const [whole = '', fraction] = String(number).split('.');
  const digits = Array.from(whole, digitClass);
  const integer = digits.reduceRight((rest, digit, index) => {
    const grouped = rest !== '' && (digits.length - index - 1) % 3 === 0;
    return digit + (grouped ? GROUP : '') + rest;
  }, '');
  const decimals =
    fraction === undefined ? '' : `[.,٫]${Array.from(fraction, digitClass).join('')}`;
  return new RegExp(`(?<!\\p{Nd}|\\p{Nd}[.,])${integer}${decimals}(?![.,]?\\p{Nd})`, 'gu');
}

function digitClass(digit: string): string {
  const others = NOUGHTS.map((nought) => String.fromCodePoint(nought + Number(digit)));
  return `[${digit}${others.join('')}]`;
}

function trimNodes(nodes: readonly Node[]): Node[] {
  const out = [...nodes];
  const first = out[0];
  if (first?.type === 'text') out[0] = { type: 'text', text: first.text.trimStart() };
  const last = out.at(-1);
  if (last?.type === 'text') out[out.length - 1] = { type: 'text', text: last.text.trimEnd() };
  return out;
}

interface Assembly {
  readonly nodes: readonly Node[];
  readonly around: Surroundings;
}

function assemble(leaf: Leaf, core: Core, { nodes, around }: Assembly): string {
  const { tokens } = leaf;
  const { write, next } = around;
  const raw = (list: readonly Token[]): string => list.map((token) => rawOf(token, write)).join('');
  const head = raw(tokens.slice(0, core.from)) + edge(leaf, tokens[core.from], 'start');
  const tail = edge(leaf, tokens[core.to - 1], 'end') + raw(tokens.slice(core.to));
  const numbered = renumbered(nodes, tokens);
  const written = nodes.map((node) => {
    if (node.type === 'text') return '';
    const token = tokens[node.index];
    return numbered.get(node.index) ?? (token === undefined ? '' : rawOf(token, write));
  });
  const body = nodes.map((node, at) => {
    if (node.type === 'code') return written[at] ?? '';
    return leaf.encode(node.text, written[at + 1] ?? (tail || next));
  });
  return head + body.join('') + tail;
}

/** The last form: only the pieces of text between the codes are sent. */
function cutLeaf(leaf: Leaf, core: Core): LeafForm {
  const { tokens } = leaf;
  const isSent = (token: Token, index: number): boolean =>
    token.type === 'text' && index >= core.from && index < core.to && hasLetters(token.text);
  const texts = tokens.flatMap((token, index) =>
    token.type === 'text' && isSent(token, index) ? [token.text.trim()] : [],
  );
  const restore: LeafForm['restore'] = (answers, { write, next }) => {
    let used = 0;
    const written = tokens.map((token) => (token.type === 'text' ? token.raw : write(token)));
    return tokens
      .map((token, index) => {
        if (token.type === 'code' || !isSent(token, index)) return written[index] ?? '';
        const start = edge(leaf, token, 'start');
        const end = edge(leaf, token, 'end');
        const after = end || (written[index + 1] ?? next);
        const answer = answers[used] ?? '';
        used += 1;
        return start + leaf.encode(answer.trim(), after) + end;
      })
      .join('');
  };
  return { texts, restore };
}

/** White space at one end of a text, as in the source. */
function edge(leaf: Leaf, token: Token | undefined, end: 'start' | 'end'): string {
  if (token?.type !== 'text') return '';
  const { text } = token;
  const space =
    end === 'start'
      ? text.slice(0, text.length - text.trimStart().length)
      : text.slice(text.trimEnd().length);
  return leaf.encode(space, '');
}
