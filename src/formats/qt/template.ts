import { applySplices, type Splice } from '../kit/splices.js';
import { elementsIn, elementIn } from '../kit/xml-values.js';
import { isGone, messagesIn, readTs } from './read.js';

/** Turns a translation back into its template, without anything about its language. */
export function withoutTranslations(text: string): string {
  const root = readTs(text);
  const language = root.attributes.find(({ name }) => name === 'language');
  const splices = messagesIn(root).flatMap((message): Splice[] => {
    const translation = elementIn(message, 'translation');
    if (translation === undefined || isGone(translation)) return [];
    const forms = elementsIn(translation, 'numerusform').length > 0 ? FORM : '';
    const comments = elementsIn(message, 'translatorcomment');
    return [
      ...comments.map(({ start, end }) => ({ start: lineBefore(text, start), end, text: '' })),
      { ...translation, text: `<translation type="unfinished">${forms}</translation>` },
    ];
  });
  if (language !== undefined)
    splices.push({ start: language.start - 1, end: language.end, text: '' });
  return applySplices(text, splices);
}

const FORM = '<numerusform></numerusform>';

/** Start of the white space and the line end before an element. */
function lineBefore(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length;
}
