/** `encoding="…"` of an XML declaration. */
export const XML_DECLARATION = /^(?:\xef\xbb\xbf)?<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/;
