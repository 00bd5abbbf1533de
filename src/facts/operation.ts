/** Where a value of a request goes. */
export type FieldPlace = 'path' | 'query' | 'body';

/** An input value of an operation. */
export interface OperationField {
  /** As in the interface: `source_lang`. */
  readonly name: string;
  readonly place: FieldPlace;
  /** `json`: an object or a list of objects. */
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'json';
  /** Can be given more than once. */
  readonly list?: true;
  readonly required?: true;
  /** Whether `null` is a distinct value. */
  readonly nullable?: true;
  readonly choices?: readonly string[];
  /** Whether it must not be shown after it was entered. */
  readonly secret?: true;
  readonly note?: string;
}

/** An operation of the interface as plain data, for help and completion. */
export interface OperationFacts {
  /** Name of its description: `createGlossary`. */
  readonly name: string;
  /** Area and operation as command words: `glossaries`, `create`. */
  readonly area: string;
  readonly command: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly auth: 'developer' | 'admin' | 'signature';
  /** What is sent: fields, a file with fields, only a file, or one object with any names. */
  readonly sends: 'fields' | 'file-and-fields' | 'file' | 'object' | 'nothing';
  readonly answers: 'data' | 'file' | 'nothing';
  /** Name of the response's list that continues on further pages. */
  readonly paged?: string;
  /** Secret parts of the response. */
  readonly secrets?: readonly string[];
  readonly fields: readonly OperationField[];
}
