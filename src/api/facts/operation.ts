/** Where a value of a request goes. */
export type FieldPlace = 'path' | 'query' | 'body';

/** One value that an operation takes. */
export interface OperationField {
  /** As in the interface: `source_lang`. */
  readonly name: string;
  readonly place: FieldPlace;
  /** `json`: an object or a list of objects. */
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'json';
  /** May be given more than once. */
  readonly list?: true;
  readonly required?: true;
  /** `null` is a value of its own. */
  readonly nullable?: true;
  readonly choices?: readonly string[];
  /** Not to be shown again once it was given. */
  readonly secret?: true;
  readonly note?: string;
}

/** An operation of the interface as plain data, for help and completion. */
export interface OperationFacts {
  /** Name of its description: `createGlossary`. */
  readonly name: string;
  /** Area and operation as words of a command: `glossaries`, `create`. */
  readonly area: string;
  readonly command: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly auth: 'developer' | 'admin' | 'signature';
  /** What is sent: the fields, a file beside them, only a file, or one object of any names. */
  readonly sends: 'fields' | 'file-and-fields' | 'file' | 'object' | 'nothing';
  readonly answers: 'data' | 'file' | 'nothing';
  /** The list of the answer that goes on on further pages. */
  readonly paged?: string;
  /** Parts of the answer that are secrets. */
  readonly secrets?: readonly string[];
  readonly fields: readonly OperationField[];
}
