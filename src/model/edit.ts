import type { Document } from './document.js';
import type { Key, Unit, UnitState } from './unit.js';

/** Replaces the value of a unit that the document has. */
export interface SetEdit {
  readonly op: 'set';
  readonly key: Key;
  readonly text: string;
  /** State to write where the format has one; default 'translated'. */
  readonly state?: UnitState;
  /**
   * XLIFF `subState` to write, `prefix:value`. Default: none, and one that spoke of the old text
   * goes.
   */
  readonly subState?: string;
  /** In a bilingual file: the source unit as it is now, to be written beside the new target. */
  readonly from?: Origin;
  /** With `state: 'review'`: the unit of another source that the text was for. */
  readonly former?: Unit;
}

/** Adds a unit that the document lacks. Missing containers are made. */
export interface InsertEdit {
  readonly op: 'insert';
  readonly key: Key;
  readonly text: string;
  /**
   * The unit it stands behind, in source order; may itself be inserted by the same call. Null:
   * first.
   */
  readonly after: Key | null;
  readonly state?: UnitState;
  readonly subState?: string;
  /** The source unit that it translates: gives container types, style, raw text, notes. */
  readonly from?: Origin;
  /** With `state: 'review'`: the unit of another source that the text was for. */
  readonly former?: Unit;
  /**
   * The unit that it was until now, which has its text and is removed by the same call: what else
   * the file says there can stay as it is.
   */
  readonly movedFrom?: Key;
}

export interface RemoveEdit {
  readonly op: 'remove';
  readonly key: Key;
  /** Aliases of the unit that stay: the first of them gets its value. The others go with it. */
  readonly aliases?: readonly Key[];
  /** The source has it no more: a format may keep it where nobody sees it (gettext's `#~`). */
  readonly retires?: boolean;
}

export interface Origin {
  readonly document: Document;
  readonly unit: Unit;
}

export type Edit = SetEdit | InsertEdit | RemoveEdit;
