import { baseLanguage, findTarget, languagesOf } from '../../api/index.js';
import { badRequest } from '../errors.js';

/** Lower-case base languages: a dictionary serves all variants of its languages. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

const languages = new Set(languagesOf('glossary').map(({ lang }) => lang));

function glossaryLanguage(code: string, parameter: string): string {
  const base = baseLanguage(code);
  if (findTarget(code) === undefined || !languages.has(base)) {
    throw badRequest(`Value for '${parameter}' not supported: '${code}'`);
  }
  return base;
}

/** @throws ServiceError 400 for a language without glossaries, or twice the same language */
export function glossaryPair(sourceCode: string, targetCode: string): LanguagePair {
  const source = glossaryLanguage(sourceCode, 'source_lang');
  const target = glossaryLanguage(targetCode, 'target_lang');
  if (source === target) throw badRequest("'source_lang' and 'target_lang' are the same language");
  return { source, target };
}
