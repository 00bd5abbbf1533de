export { countCharacters } from './count.js';
export { detectSyntax } from './detect.js';
export { expandUnits, type ExpandOptions } from './expand.js';
export { formsOf, isTranslatable, prepare } from './prepare.js';
export { isSound } from './rules/sound.js';
export { validate } from './rules/validate.js';
export { splitText } from './split.js';
export type {
  ExpectedUnit,
  Form,
  MessageContext,
  PluralForm,
  Prepared,
  Restored,
  TextProblem,
} from './types.js';
