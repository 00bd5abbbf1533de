import { STATES } from './tree.js';

/** The allowed values of an attribute. */
export interface ValueRule {
  readonly accepts: (value: string) => boolean;
  readonly expected: string;
}

export interface ChildRule {
  /** Children must be in the order of their ranks. */
  readonly rank: number;
  readonly many: boolean;
}

export interface ElementRule {
  readonly attributes: ReadonlyMap<string, ValueRule>;
  readonly required: readonly string[];
  readonly children: ReadonlyMap<string, ChildRule>;
  /** Children of which at least one is required. */
  readonly needs: readonly string[];
  /** Rank of elements of other namespaces; undefined if none are allowed. */
  readonly foreign: number | undefined;
  /** Allowed attributes of other namespaces: of any, of the specification's modules, or none. */
  readonly foreignAttributes: 'any' | 'modules' | 'none';
  readonly text: boolean;
}

export const freeText: ValueRule = { accepts: () => true, expected: 'text' };

export function oneOf(...values: readonly string[]): ValueRule {
  return { accepts: (value) => values.includes(value), expected: values.join(', ') };
}

export function pattern(expression: RegExp, expected: string): ValueRule {
  return { accepts: (value) => expression.test(value), expected };
}

export const yesNo = oneOf('yes', 'no');
const direction = oneOf('ltr', 'rtl', 'auto');
/** NameChar of XML 1.0, one or more. */
const NMTOKEN = String.raw`[-.:\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]+`;
const ASCII_TOKEN = /^[-.:\w]+$/;
const ANY_TOKEN = new RegExp(`^${NMTOKEN}$`, 'u');
export const token: ValueRule = {
  accepts: (value) => ASCII_TOKEN.test(value) || ANY_TOKEN.test(value),
  expected: 'a name token: letters, digits, ".", "-", "_", ":"',
};
const tokens = pattern(
  new RegExp(String.raw`^\s*${NMTOKEN}(?:\s+${NMTOKEN})*\s*$`, 'u'),
  'unit ids separated by spaces',
);
const positive = pattern(/^\s*\+?0*[1-9]\d*\s*$/, 'a positive whole number');
const priority = pattern(/^\s*\+?0*(?:[1-9]|10)\s*$/, 'a number from 1 to 10');
export const prefixed = pattern(/^[^\s:]+:[^\s:]+$/, 'prefix:value');
/** RFC 5646, including grandfathered and private tags. */
export const LANGUAGE = pattern(
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+|i-[a-z]{3,8}|en-gb-oed|sgn-be-fr|sgn-be-nl|sgn-ch-de)$/i,
  'a language tag such as de or pt-BR',
);
const space = oneOf('default', 'preserve');
const markerType = pattern(
  /^(?:generic|comment|term|[^\s:]+:[^\s:]+)$/,
  'generic, comment, term or prefix:value',
);
const hex = pattern(/^(?:[\da-f]{4,5}|0[\da-f]{5}|10[\da-f]{4})$/i, 'a code point, 0000 to 10FFFF');
/**
 * A fragment identifier within this document: file, group, unit, then one leaf (XLIFF 2.1 chapter
 * 3).
 */
const reference = pattern(
  new RegExp(
    `^(?:[^#]*|[^#]+#.*|#/?(?=.)(?:f=${NMTOKEN}(?:/|$))?(?:g=${NMTOKEN}(?:/|$))?(?:u=${NMTOKEN}(?:/|$))?(?:(?:[dnt]|[a-z]${NMTOKEN})=${NMTOKEN}|${NMTOKEN})?)$`,
    'u',
  ),
  'a URI, or a fragment such as #n=n1 or #f=f1/u=u1',
);

interface RuleShape {
  readonly attributes?: Readonly<Record<string, ValueRule>>;
  readonly required?: readonly string[];
  readonly children?: Readonly<Record<string, ChildRule>>;
  readonly needs?: readonly string[];
  readonly foreign?: number;
  readonly foreignAttributes?: ElementRule['foreignAttributes'];
  readonly text?: boolean;
}

function rule(shape: RuleShape): ElementRule {
  return {
    attributes: new Map(Object.entries(shape.attributes ?? {})),
    required: shape.required ?? [],
    children: new Map(Object.entries(shape.children ?? {})),
    needs: shape.needs ?? [],
    foreign: shape.foreign,
    foreignAttributes: shape.foreignAttributes ?? 'none',
    text: shape.text ?? false,
  };
}

const one = (rank: number): ChildRule => ({ rank, many: false });
const many = (rank: number): ChildRule => ({ rank, many: true });

const inlineNames = ['cp', 'ph', 'pc', 'sc', 'ec', 'mrk', 'sm', 'em'];
const inline = Object.fromEntries(inlineNames.map((name) => [name, many(0)]));
const shared = { canResegment: yesNo, translate: yesNo, srcDir: direction, trgDir: direction };
const content = { 'xml:space': space, 'xml:lang': LANGUAGE };
const code = {
  ...{ id: token, canCopy: yesNo, canDelete: yesNo, canReorder: oneOf('yes', 'firstNo', 'no') },
  ...{ copyOf: token, subType: prefixed },
  type: oneOf('fmt', 'ui', 'quote', 'link', 'image', 'other'),
};
const point = { ...code, disp: freeText, equiv: freeText, dataRef: token, subFlows: tokens };
const half = { ...point, canOverlap: yesNo, dir: direction, isolated: yesNo };
const marker = { id: token, translate: yesNo, type: markerType, ref: reference, value: freeText };
const body = { unit: many(3), group: many(3), notes: one(2) };

/** The core of XLIFF 2.1: elements by local name (its schema and section 4 of its text). */
export const ELEMENTS: ReadonlyMap<string, ElementRule> = new Map(
  Object.entries<RuleShape>({
    xliff: {
      attributes: { version: freeText, srcLang: LANGUAGE, trgLang: LANGUAGE, ...content },
      required: ['version', 'srcLang'],
      children: { file: many(0) },
      needs: ['file'],
      foreignAttributes: 'any',
    },
    file: {
      attributes: { id: token, original: freeText, ...shared, ...content },
      required: ['id'],
      children: { skeleton: one(0), ...body },
      needs: ['unit', 'group'],
      foreign: 1,
      foreignAttributes: 'any',
    },
    skeleton: { attributes: { href: freeText }, foreign: 0, text: true },
    group: {
      attributes: { id: token, name: freeText, type: prefixed, ...shared, ...content },
      required: ['id'],
      children: body,
      foreign: 1,
      foreignAttributes: 'any',
    },
    unit: {
      attributes: { id: token, name: freeText, type: prefixed, ...shared, ...content },
      required: ['id'],
      children: { notes: one(2), originalData: one(3), segment: many(4), ignorable: many(4) },
      needs: ['segment'],
      foreign: 1,
      foreignAttributes: 'any',
    },
    segment: {
      attributes: { id: token, canResegment: yesNo, state: oneOf(...STATES), subState: prefixed },
      children: { source: one(0), target: one(1) },
      needs: ['source'],
    },
    ignorable: {
      attributes: { id: token },
      children: { source: one(0), target: one(1) },
      needs: ['source'],
    },
    notes: { children: { note: many(0) }, needs: ['note'] },
    note: {
      attributes: {
        ...{ id: token, appliesTo: oneOf('source', 'target'), category: freeText, priority },
        ...content,
      },
      foreignAttributes: 'any',
      text: true,
    },
    originalData: { children: { data: many(0) }, needs: ['data'] },
    data: {
      attributes: { id: token, dir: direction, 'xml:space': oneOf('preserve') },
      required: ['id'],
      children: { cp: many(0) },
      text: true,
    },
    source: { attributes: content, children: inline, text: true },
    target: { attributes: { ...content, order: positive }, children: inline, text: true },
    cp: { attributes: { hex }, required: ['hex'] },
    ph: { attributes: point, required: ['id'], foreignAttributes: 'modules' },
    pc: {
      attributes: {
        ...{ ...code, canOverlap: yesNo, dir: direction, dispStart: freeText, dispEnd: freeText },
        ...{ equivStart: freeText, equivEnd: freeText, dataRefStart: token, dataRefEnd: token },
        ...{ subFlowsStart: tokens, subFlowsEnd: tokens },
      },
      required: ['id'],
      children: inline,
      foreignAttributes: 'modules',
      text: true,
    },
    sc: { attributes: half, required: ['id'], foreignAttributes: 'modules' },
    ec: { attributes: { ...half, startRef: token }, foreignAttributes: 'modules' },
    mrk: {
      attributes: marker,
      required: ['id'],
      children: inline,
      foreignAttributes: 'any',
      text: true,
    },
    sm: { attributes: marker, required: ['id'], foreignAttributes: 'any' },
    em: { attributes: { startRef: token }, required: ['startRef'] },
  }).map(([name, shape]) => [name, rule(shape)]),
);

/** Parts of a file to which XLIFF 2.2 adds attributes of its modules (`pgs:case`). */
export const OPEN_IN_22: ReadonlySet<string> = new Set([
  'segment',
  'ignorable',
  'source',
  'target',
]);

/** Elements whose children are separated only by white space, which may be rewritten. */
export const LAYOUT: ReadonlySet<string> = new Set([
  ...['xliff', 'file', 'group', 'unit', 'segment', 'ignorable', 'notes', 'originalData'],
]);
