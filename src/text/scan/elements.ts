const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** HTML elements without an end tag. */
export const VOID = words('area base br col embed hr img input link meta param source track wbr');

/**
 * Elements for appearance or layout. They count as tags even without an end tag, and a translation
 * may omit them.
 */
export const BLOCK_OR_FORMAT = words(
  'abbr acronym address b bdi bdo big blockquote br center cite code dd del dfn div dl dt em font h1 h2 ' +
    'h3 h4 h5 h6 hr i ins kbd li mark nowiki ol p pre q s samp small span strike strong sub sup td th tr tt u ' +
    'ul var wbr',
);

/** Elements whose end tag may be omitted in HTML. */
export const OPTIONAL_END = words('dd dt li p td th tr tbody thead tfoot option');

const OTHERS = words(
  'a article aside audio body button canvas caption details dialog fieldset figcaption figure footer form ' +
    'head header html iframe label legend main nav object option picture script section select style summary ' +
    'svg table tbody template textarea tfoot thead time title video',
);

/** Whether a lower-case name is that of an HTML element. */
export function isElement(name: string): boolean {
  return BLOCK_OR_FORMAT.has(name) || OTHERS.has(name) || VOID.has(name);
}
