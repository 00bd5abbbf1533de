import type { FormatErrorCode } from '../../../model/index.js';

/** Stops reading a file: what is wrong, what was expected, and where (UTF-16 offset). */
export type Fail = (message: string, offset: number, code: FormatErrorCode) => never;

/** Records a problem and its position; reading continues. */
export type Warn = (message: string, offset: number) => void;
