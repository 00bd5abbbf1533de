export { decodeText } from './decode.js';
export { codecFor, formats } from './registry.js';
export { EditError, FormatError } from '../model/index.js';
export type {
  Codec,
  DeriveOptions,
  Document,
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
