import type { Document } from './document.js';
import type { Key, Unit, UnitState } from './unit.js';

/** Replaces the value of an existing unit. */
export interface SetEdit {
  readonly op: 'set';
  readonly key: Key;
  readonly text: string;
  /** State to write, if the format has states. Default: 'translated'. */
  readonly state?: UnitState;
  /**
   * XLIFF `subState` to write, `prefix:value`. Default: none; one that described the old text is
   * removed.
   */
  readonly subState?: string;
  /** In a bilingual file: today's source unit, to be written beside the new target. */
  readonly from?: Origin;
  /** With `state: 'review'`: the source unit that the text was written for. */
  readonly former?: Unit;
}

/** Adds a unit. Missing containers are created. */
export interface InsertEdit {
  readonly op: 'insert';
  readonly key: Key;
  readonly text: string;
  /**
   * The unit that precedes it in the source; the same call may insert it. Null: it comes first.
   */
  readonly after: Key | null;
  readonly state?: UnitState;
  readonly subState?: string;
  /** The source unit that it translates. It gives container types, style, raw text and notes. */
  readonly from?: Origin;
  /** With `state: 'review'`: the source unit that the text was written for. */
  readonly former?: Unit;
  /**
   * The former key of the unit, if it is renamed: that unit has the same text and is removed by the
   * same call. The rest of its entry, such as comments and attributes, can then stay.
   */
  readonly movedFrom?: Key;
}

export interface RemoveEdit {
  readonly op: 'remove';
  readonly key: Key;
  /** Aliases of the unit that stay: the first one gets its value. Others are removed with it. */
  readonly aliases?: readonly Key[];
  /** It is gone from the source: a format may keep it out of sight (gettext's `#~`). */
  readonly retires?: boolean;
}

export interface Origin {
  readonly document: Document;
  readonly unit: Unit;
}

export type Edit = SetEdit | InsertEdit | RemoveEdit;
