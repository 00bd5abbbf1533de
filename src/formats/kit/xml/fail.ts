import type { FormatErrorCode } from '../../../model/index.js';

/** Ends the reading of a file: what is wrong, what was expected, and where (UTF-16 offset). */
export type Fail = (message: string, offset: number, code: FormatErrorCode) => never;

/** Notes what is wrong and where; the reading goes on. */
export type Warn = (message: string, offset: number) => void;
