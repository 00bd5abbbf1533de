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
import { applySplices, type Splice } from '../kit/splices.js';
import { jsonSplices } from './edit.js';
import { quote } from './escape.js';
import { detectIndent } from './layout.js';
import { OBJECT, scan, STRING, type Tree } from './tree.js';
import { State } from './state.js';

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
    edit: (document, edits) =>
      applySplices(document.text, jsonSplices(stateOf(document), edits, stateOf)),
    derive: (source, edits, options) => {
      const state = stateOf(source);
      const splices = jsonSplices(state, edits, stateOf);
      return applySplices(source.text, [...localeSplices(state, options), ...splices]);
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
  const tree = scan(text, options.file);
  const state = new State(tree, options);
  // Problems with keys are reported immediately.
  if (!tree.plainKeys) state.read();
  if (state.base === 0) checkTop(tree, options);
  return state;
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
