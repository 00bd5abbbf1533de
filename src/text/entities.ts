/** Names of U+00C0 and the letters behind it. */
const LATIN =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** The named character references that are resolved; others stay as written. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(' ').map((name, index) => [name, String.fromCharCode(0xc0 + index)] as const),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bull', '•'],
  ['middot', '·'],
  ['euro', '€'],
  ['larr', '←'],
  ['rarr', '→'],
]);

export const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));/g;

/** The character of an `ENTITY` match; undefined for unknown names. */
export function entityCharacter(match: RegExpExecArray | RegExpMatchArray): string | undefined {
  const [, decimal, hex, name] = match;
  if (name !== undefined) return NAMED.get(name);
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? String.fromCodePoint(code) : undefined;
}

/** Resolves the entities of an XML or HTML answer. Unknown ones and a lone `&` stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (raw: string, ...groups: (string | undefined)[]) => {
    const [decimal, hex, name] = groups;
    return entityCharacter([raw, decimal, hex, name] as RegExpMatchArray) ?? raw;
  });
}

export function escapeXml(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
}
