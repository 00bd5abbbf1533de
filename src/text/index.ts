export { checkAnswer, SameAnswers } from './answers/check-answer.js';
export { TermTable } from './answers/terms.js';
export { isCode } from './code-values.js';
export { countCharacters } from './count.js';
export { detectSyntax, sourceProblem } from './detect.js';
export type { FileSyntax } from './detect.js';
export { decodeEntities, escapeXml } from './entities.js';
export { createExpander, isOfMaps } from './expand.js';
export { isOtherLanguage, scoresByWords } from './language/other-language.js';
export { codesOf, fieldsOf } from './fields.js';
export { withoutLayout } from './layout.js';
export { linksIn, parametersOf } from './parameters.js';
export type { Link, Parameters, ParameterType } from './parameters.js';
export { doublesApostrophes, shownForms } from './parts.js';
export { hasAllForms, isForOne } from './plural/names.js';
export { answersFor, formsOf, prepare } from './prepare.js';
export { previewsOf } from './preview.js';
export { isPseudo } from './pseudo.js';
export { prepareRephrase } from './rephrase.js';
export type { Rephrased, RephraseForm } from './rephrase.js';
export { areOpposite } from './rules/opposites.js';
export { isSound } from './rules/sound.js';
export { isPlain, shownLength, statedLength, validate, withEdgesOf } from './rules/validate.js';
export { hasLines, joinLines, jsonBytes, linesOf, splitText } from './split.js';
export type {
  ExpectedUnit,
  Form,
  MessageContext,
  PluralForm,
  Prepared,
  TextProblem,
} from './types.js';
