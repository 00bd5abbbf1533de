import type { Encoding } from '../../../model/index.js';
import { rejectUnusable } from '../unusable.js';
import { readXml, type XmlElement } from './elements.js';
import { innerScope, localName, namespaceOf, NO_SCOPE } from './scope.js';
import type { Attributes, Opened, Scope } from './scope.js';

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
