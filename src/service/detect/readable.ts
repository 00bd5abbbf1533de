const notLanguage = [
  // Tags, entities, addresses.
  String.raw`<[^<>]*>`,
  String.raw`&#?\w{1,31};`,
  String.raw`https?:\/\/\S+`,
  String.raw`[\w.+-]{1,64}@[\w.-]{1,255}`,
  // Placeholders, and the marks by which other tools replace them.
  String.raw`__\w{1,60}?__`,
  String.raw`\$?\{\{?[^{}]{0,300}\}?\}`,
  String.raw`%(?:\([^()]{0,100}\)|\{[^{}]{0,100}\}|\d{1,2}\$)?[-+#0]{0,3}\d{0,4}[a-zA-Z@]?`,
  // Identifiers: `user_id`, `v2beta1`.
  String.raw`[\p{L}\d]+_[\p{L}\d_]+`,
  String.raw`\p{L}*\d[\p{L}\d]*`,
];
const pattern = new RegExp(notLanguage.join('|'), 'gu');
const mayHold = /[<&{%@_:\d]/;

/** The natural-language part of a text: without markup, placeholders and addresses. */
export function readableText(text: string): string {
  return mayHold.test(text) ? text.replace(pattern, ' ') : text;
}
