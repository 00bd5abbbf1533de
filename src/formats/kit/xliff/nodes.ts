import type { Attributes, Scope } from '../xml/element.js';

/** An element and its UTF-16 offsets. For `<x/>`, the last three are equal. */
export interface Placed {
  /** As written, with its prefix. */
  readonly name: string;
  readonly start: number;
  readonly openEnd: number;
  readonly closeStart: number;
  readonly end: number;
}

export function isEmptyTag({ openEnd, end }: Placed): boolean {
  return openEnd === end;
}

export interface Note {
  readonly text: string;
  readonly attributes: Attributes;
}

/** `<xliff>`, in any version. */
export interface Root extends Placed {
  readonly kind: 'xliff';
  readonly scope: Scope;
  readonly files: readonly Holder[];
}

/** A `<file>` or `<group>`, in any version. */
export interface Holder extends Placed {
  readonly kind: 'file' | 'group';
  readonly parent: Root | Holder;
  readonly scope: Scope;
  readonly notes: readonly Note[];
  readonly children: readonly (Holder | Held)[];
  /** The element that contains its children. Default: itself. */
  readonly body?: Placed | undefined;
}

/** A unit, in any version. */
export interface Held extends Placed {
  readonly kind: 'unit';
  readonly parent: Holder;
  readonly notes: readonly Note[];
}
