/** `encoding="…"` of an XML declaration. */
export const XML_DECLARATION =
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/;
