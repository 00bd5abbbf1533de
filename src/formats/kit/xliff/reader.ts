import { locate } from '../../../model/index.js';
import type { Encoding, Key, LeftOut, Problem } from '../../../model/index.js';
import { positions } from '../positions.js';
import { rejectUnusable } from '../unusable.js';
import { readXml, type XmlElement } from '../xml/elements.js';
import { innerScope, localName, namespaceOf, NO_SCOPE } from '../xml/scope.js';
import type { Attributes, Opened, Scope } from '../xml/scope.js';

export interface ReadOptions {
  /** File name for messages. */
  readonly file?: string | undefined;
  /** The encoding of the text's bytes. Default: UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** Default: a DOCTYPE without entities is skipped. */
  readonly refusesDoctype?: boolean | undefined;
}

/** An open element, with what the handler made of it. */
export interface Frame<N> extends Opened {
  node: N;
}

/** Receives the elements of a file in document order, and makes a node of each. */
export interface XmlHandler<N> {
  open(element: Opened, parent: Frame<N> | undefined): N;
  /** `closeStart`: start of the closing tag; the end of the element itself for `<x/>`. */
  close(frame: Frame<N>, at: { readonly closeStart: number; readonly end: number }): void;
  /** Character data directly inside an element: between two pieces of markup, or CDATA. */
  text?(frame: Frame<N>, start: number, end: number): void;
}

/** Shared by all elements without attributes. */
const NO_ATTRIBUTES: Attributes = Object.freeze(Object.create(null) as Attributes);
const NO_NAMES: readonly string[] = [];

/**
 * Reads an XLIFF file with the namespaces of its elements. An undeclared prefix results in the
 * namespace `?`.
 * @throws FormatError as `readXml`, and `encoding`, `conflict-markers`
 */
export function readXliff<N>(
  text: string,
  { file, refusesDoctype }: ReadOptions,
  handler: XmlHandler<N>,
): { readonly xml11: boolean } {
  rejectUnusable(text, file);
  const stack: Frame<N>[] = [];
  const { xml11 } = readXml(text, {
    ...{ root: 'xliff', what: 'an XLIFF file', hasEntities: false, refusesDoctype, file },
    listener: {
      open(element) {
        const parent = stack.at(-1);
        const frame = frameOf<N>(element, parent?.scope ?? NO_SCOPE);
        frame.node = handler.open(frame, parent);
        stack.push(frame);
      },
      close({ close, end }) {
        const frame = stack.pop();
        if (frame !== undefined) handler.close(frame, { closeStart: close, end });
      },
      piece({ kind, start, end }) {
        const frame = stack.at(-1);
        if (frame !== undefined && (kind === 'text' || kind === 'cdata'))
          handler.text?.(frame, start, end);
      },
    },
  });
  return { xml11 };
}

function frameOf<N>(element: XmlElement, outer: Scope): Frame<N> {
  const { name, start, open } = element;
  let attributes = NO_ATTRIBUTES;
  let names = NO_NAMES;
  if (element.attributes.length > 0) {
    // Names that objects have of their own are names like any other.
    const values = Object.create(null) as Record<string, string>;
    for (const one of element.attributes) values[one.name] = one.value;
    attributes = values;
    names = element.attributes.map((one) => one.name);
  }
  const qualified = names.some((one) => one.includes(':') || one === 'xmlns');
  const scope = qualified ? innerScope(attributes, outer) : outer;
  const local = localName(name);
  const namespace = namespaceOf(name, scope) ?? '?';
  // One literal: a file has many elements, and spreading objects takes several times as long.
  const node = undefined as N;
  return {
    name,
    local,
    namespace,
    attributes,
    names,
    qualified,
    scope,
    start,
    openEnd: open,
    node,
  };
}

/** Records a problem and its position; reading continues. */
export type Warn = (message: string, offset: number) => void;

export interface Warning {
  readonly offset: number;
  readonly message: string;
  /** The unit that is left out because of it. */
  readonly unit?: object | undefined;
}

export interface Findings {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** In document order. The same problem in many places is reported for the first one. */
export function problemsOf({ text, warnings }: Findings, file?: string): readonly Problem[] {
  if (warnings.length === 0) return [];
  const placeOf = positions(text);
  const told = new Set<string>();
  return warnings
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ message, unit }) => {
      if (unit === undefined && told.has(message)) return false;
      told.add(message);
      return true;
    })
    .map(({ message, offset, unit }): Problem => {
      const { line, column } = placeOf(offset);
      const left = unit === undefined ? '' : ' This unit is skipped.';
      return {
        code: unit === undefined ? 'module-constraint' : 'invalid-unit',
        ...{ severity: 'warning', message: message + left, line, column },
        ...(file !== undefined && { file }),
      };
    });
}

/** Why a unit is left out; undefined if it is not. */
export function whyLeftOut({ text, warnings }: Findings, unit: object): string | undefined {
  const warning = warnings.find((one) => one.unit === unit);
  if (warning === undefined) return undefined;
  const { line, column } = locate(text, warning.offset);
  return `cannot be read, line ${line}, column ${column}: ${warning.message}`;
}

/** The document's list of units that are left out. Undefined if there are none. */
export function leftOutOf<U extends object>(
  tree: Findings,
  units: Iterable<U>,
  keyOf: (unit: U) => Key | undefined,
): readonly LeftOut[] | undefined {
  if (tree.warnings.length === 0) return undefined;
  const found: LeftOut[] = [];
  for (const unit of units) {
    const why = whyLeftOut(tree, unit);
    const key = why === undefined ? undefined : keyOf(unit);
    if (key !== undefined && why !== undefined) found.push({ key, why });
  }
  return found.length === 0 ? undefined : found;
}
