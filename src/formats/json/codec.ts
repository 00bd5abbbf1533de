import type {
  Codec,
  DeriveOptions,
  Document,
  FormatFacts,
  ParseOptions,
} from '../../model/index.js';
import { unicodeEscape } from '../kit/character-escapes.js';
import { asBefore, fileFacts, Readings } from '../kit/documents.js';
import { requireRootKey } from '../kit/root-key.js';
import type { Splice } from '../kit/splices.js';
import { editTree } from './edit.js';
import { quote } from './escape.js';
import { detectIndent } from './layout.js';
import { scan } from './scan.js';
import { State } from './state.js';
import { OBJECT, STRING } from './tree.js';
import type { Tree, Moved } from './tree.js';
import { stringEnd } from './strings.js';

interface Options extends ParseOptions {
  /** The file is ARB, whatever its content. */
  readonly isArb: boolean;
}

const readings = new Readings<State>();

/** The codec of a format based on JSON. */
export function jsonCodec(about: FormatFacts, { isArb }: Pick<Options, 'isArb'>): Codec {
  const stateOf = (document: Document): State =>
    readings.of(document, ({ text }) => read(text, { ...asBefore(document), isArb }));
  return {
    ...about,
    parse: (text, options = {}) => {
      const state = read(text, { ...options, isArb });
      const document = documentOf(state, fileFacts(about.name, text, options));
      return readings.keep(document, state);
    },
    escape: (character) => unicodeEscape(character),
    edit: (document, edits) => editTree(stateOf(document), edits, { extra: [], stateOf }),
    derive: (source, edits, options) => {
      const state = stateOf(source);
      return editTree(state, edits, { extra: localeSplices(state, options), stateOf });
    },
  };
}

function documentOf(state: State, facts: ReturnType<typeof fileFacts>): Document {
  const { tree, base, syntax } = state;
  return {
    ...facts,
    get units() {
      return state.read().units;
    },
    indent: detectIndent(tree),
    get problems() {
      return state.read().problems;
    },
    ...(base > 0 && { targetLanguage: tree.key(base) }),
    ...(syntax !== undefined && { syntax }),
  };
}

function read(text: string, options: Options): State {
  const before = options.editedFrom && readings.known(options.editedFrom)?.tree;
  const tree = (before && rescan(before, text)) ?? scan(text, options.file);
  const state = new State(tree, options);
  // Problems with keys are reported immediately.
  if (!tree.plainKeys) state.read();
  if (state.base === 0) checkTop(tree, options);
  return state;
}

/** The most changed values. With more, reading the whole text again is faster than comparing. */
const MOST_VALUES = 50;

/** Number of characters compared at once. */
const STRIDE = 1 << 16;

/**
 * The result of `scan` for a text that differs from an already scanned one only in the values of
 * some strings: everything else is identical, and each new value is a complete string. Undefined
 * otherwise.
 */
export function rescan(before: Tree, text: string): Tree | undefined {
  const old = before.text;
  const moved: Moved[] = [];
  let escaped = before.escaped;
  let from = 0;
  let at = 0;
  for (;;) {
    const same = sameLength({ text: old, at: from }, { text, at });
    from += same;
    at += same;
    if (from === old.length && at === text.length) return before.moved(text, { moved, escaped });
    const node = before.nodeAround(from);
    if (before.kind(node) !== STRING || from >= before.end(node)) return undefined;
    const start = at - (from - before.start(node));
    const end = stringEnd(text, start);
    if (end === undefined || moved.length === MOST_VALUES) return undefined;
    escaped ||= text.slice(start, end).includes('\\');
    from = before.end(node);
    at = end;
    moved.push({ from, by: at - from });
  }
}

interface Place {
  readonly text: string;
  readonly at: number;
}

/** Number of equal characters of two texts, each from its own place. */
function sameLength(a: Place, b: Place): number {
  const most = Math.min(a.text.length - a.at, b.text.length - b.at);
  let same = 0;
  for (let size = STRIDE; size > 0 && same < most;) {
    const to = Math.min(same + size, most);
    if (a.text.slice(a.at + same, a.at + to) === b.text.slice(b.at + same, b.at + to)) same = to;
    else size >>= 1;
  }
  return same;
}

/** Checks the root key; an empty object gets one with its first text. */
function checkTop(tree: Tree, options: ParseOptions): void {
  const first = tree.first(0);
  const object = tree.kind(0) === OBJECT;
  if (first === -1 && object) return;
  const only = object && tree.next(first) === -1 && tree.kind(first) === OBJECT;
  requireRootKey(
    {
      text: tree.text,
      offset: first === -1 ? tree.start(0) : tree.memberStart(first),
      onlyKey: only ? tree.key(first) : undefined,
    },
    options,
  );
}

/** Sets the new file's locale in the root key (Rails) and `@@locale` (ARB). */
function localeSplices(state: State, { locale }: DeriveOptions): Splice[] {
  const { tree, base } = state;
  const text = quote(locale, []);
  const splices: Splice[] = [];
  if (base > 0) splices.push({ start: tree.keyStart(base), end: tree.keyEnd(base), text });
  const stated = state.membersOf(base).get('@@locale');
  if (stated !== undefined && tree.kind(stated) === STRING)
    splices.push({ start: tree.start(stated), end: tree.end(stated), text });
  return splices;
}
