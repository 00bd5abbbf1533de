import type { Capabilities } from '../../../model/index.js';

/** `encoding="…"` of an XML declaration. */
export const XML_DECLARATION =
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/;

/** Capabilities of .NET's formats of texts by key. */
export const KEYED_XML: Capabilities = {
  arrays: false,
  sourceDecides: false,
  bilingual: false,
  syntaxes: ['icu', 'csharp-format'],
  numberedSyntax: 'csharp-format',
  onlyTexts: false,
  takesNewKeys: true,
  declaredEncoding: XML_DECLARATION,
};
