export { decode } from './decode.js';
export { decodeText, encode } from './kit/encoding.js';
export type { Decoded } from './kit/encoding.js';
export { codecFor, formats } from './registry.js';
export { EditError, FormatError } from '../model/index.js';
export type {
  Codec,
  DeriveOptions,
  Document,
  Encoding,
  Edit,
  EditErrorCode,
  FormatErrorCode,
  FormatName,
  InlineMarkup,
  InsertEdit,
  Key,
  Origin,
  ParseOptions,
  Problem,
  Range,
  RemoveEdit,
  SetEdit,
  Unit,
  UnitState,
} from '../model/index.js';
