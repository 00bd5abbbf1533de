export const seeds = [
  '{\n  "@@locale": "en",\n  "a": "x {n}",\n  "@a": { "description": "d", "placeholders": { "n": {} } }\n}\n',
  '{"a":"{n, plural, one{# file} other{# files}}","@b":{"maxLength":3}}',
];
