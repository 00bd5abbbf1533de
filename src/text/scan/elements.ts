const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements of HTML that have no end tag. */
export const VOID = words('area base br col embed hr img input link meta param source track wbr');

/**
 * Elements that say how text looks or is laid out. They are tags even where their end is missing,
 * and a translation may do without them.
 */
export const BLOCK_OR_FORMAT = words(
  'abbr acronym address b bdi bdo big blockquote br center cite code dd del dfn div dl dt em font h1 h2 ' +
    'h3 h4 h5 h6 hr i ins kbd li mark nowiki ol p pre q s samp small span strike strong sub sup td th tr tt u ' +
    'ul var wbr',
);

/** Elements whose end tag HTML lets authors leave out. */
export const OPTIONAL_END = words('dd dt li p td th tr tbody thead tfoot option');

const OTHERS = words(
  'a article aside audio body button canvas caption details dialog fieldset figcaption figure footer form ' +
    'head header html iframe label legend main nav object option picture script section select style summary ' +
    'svg table tbody template textarea tfoot thead time title video',
);

/** True for the name of an HTML element, in lower case. */
export function isElement(name: string): boolean {
  return BLOCK_OR_FORMAT.has(name) || OTHERS.has(name) || VOID.has(name);
}
