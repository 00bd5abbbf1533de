export {
  checkAnswer,
  hasLines,
  joinLines,
  linesOf,
  SameAnswers,
  TermTable,
} from './answers/index.js';
export type { Term } from './answers/index.js';
export { isCode } from './code-values.js';
export { countCharacters } from './count.js';
export { detectSyntax } from './detect.js';
export type { FileSyntax } from './detect.js';
export { createExpander, isOfMaps } from './expand.js';
export { jsonBytes } from './json-bytes.js';
export { statedLength } from './max-length.js';
export { withoutLayout } from './layout.js';
export { linksIn } from './links.js';
export type { Link } from './links.js';
export { parametersOf } from './parameters.js';
export type { Parameters, ParameterType } from './parameters.js';
export { formsOf, prepare } from './prepare.js';
export { hasAllForms } from './plural/arrays.js';
export { isForOne } from './plural/names.js';
export { isPlain } from './rules/plain.js';
export { prepareRephrase } from './rephrase.js';
export type { Rephrased, RephraseForm } from './rephrase.js';
export { isSound } from './rules/sound.js';
export { sourceProblem } from './rules/source.js';
export { shownLength, tooLong } from './rules/too-long.js';
export { validate, withEdgesOf } from './rules/validate.js';
export { previewsOf } from './preview.js';
export { isPseudo } from './pseudo.js';
export { splitText } from './split.js';
export type {
  ExpectedUnit,
  Form,
  MessageContext,
  PluralForm,
  Prepared,
  TextProblem,
} from './types.js';
