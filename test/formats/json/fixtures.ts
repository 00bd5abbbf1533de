import type { LawFile } from '../support/laws.js';

const sample = `{
  "title": "Shop", // shown in the tab
  /* The cart. */
  "cart.total": "Total: {{amount}}",
  "nested": {
    "a": "one",

    "b": "two",
    "deep": { "x": "inline", "y": "also inline" }
  },
  "10": "ten",
  "2": "two",
  "price": 1.0, "big": 12345678901234567890,
  "list": ["first", "second"],
  "none": null,
  "empty": {},
  "last": "end"
}
`;

const file = (name: string, text: string, locale?: string): LawFile => ({
  name,
  text,
  ...(locale !== undefined && { options: { locale } }),
});

export const fixtures: readonly LawFile[] = [
  file('sample', sample),
  file('crlf and bom', `\ufeff${sample.replaceAll('\n', '\r\n')}`),
  file('lone carriage returns', sample.replaceAll('\n', '\r')),
  file('tabs', sample.replaceAll('  ', '\t')),
  file('one line', '{"a":"1","b":{"c":"2","d":"3"},"e":["4","5"]}'),
  file('one line with spaces', '{ "a": "1", "b": { "c": "2", "d": "3" }, "e": [ "4", "5" ] }\n'),
  file(
    'trailing commas',
    '{\n  "a": "1",\n  "b": {\n    "c": "2",\n    "d": "3",\n  },\n  "e": "4",\n}\n',
  ),
  file('leading commas', '{\n    "a": "1"\n  , "b": "2"\n  , "c": "3"\n}\n'),
  file('blank lines between all', '{\n\n  "a": "1",\n\n  "b": "2",\n\n  "c": "3"\n\n}\n'),
  file(
    'comments everywhere',
    '// top\n{ // open\n  // of a\n  // more of a\n  "a": "1", // behind a\n\n  // section\n\n  /* of b */\n  "b": "2" /* behind b */,\n  /* before c */ "c": "3"\n  // close\n}\n// end\n',
  ),
  file('rails root', '{\n  "de": {\n    "a": "1",\n    "b": { "c": "2" }\n  }\n}\n', 'de'),
  file(
    'escapes',
    '{\n  "a": "caf\\u00e9 \\u2014 na\\u00efve",\n  "b": "\\u00A0<\\/b>",\n  "c": "tab\\there"\n}\n',
  ),
  file(
    'arb',
    '{\n  "@@locale": "en",\n  "hello": "Hello {name}",\n  "@hello": {\n    "description": "Greeting",\n    "placeholders": { "name": {} }\n  },\n  "bye": "Bye",\n  "@bye": { "description": "Parting" },\n  "ok": "OK"\n}\n',
  ),
  file(
    'go-i18n',
    '[\n  {\n    "id": "hello",\n    "translation": "Hello {{.Name}}"\n  },\n  {\n    "id": "files",\n    "translation": {\n      "one": "One file",\n      "other": "{{.Count}} files"\n    }\n  },\n  {\n    "translation": "Bye",\n    "id": "@bye"\n  }\n]\n',
  ),
  file(
    'lists by id',
    '{\n  "menu": [\n    { "id": "home", "name": "Home" }, // first\n    { "id": "about", "name": "About us" },\n    { "id": "blog", "name": "Blog" }\n  ],\n  "faq": [{"id":"a","q":"A?","a":"Yes"},{"id":"b","q":"B?","a":"No"}]\n}\n',
  ),
  file(
    'web extension',
    '{\n  "name": {\n    "message": "Tool",\n    "description": "Its name"\n  },\n  "hello": {\n    "message": "Hello $who$",\n    "placeholders": {\n      "who": { "content": "$1", "example": "Ann" }\n    }\n  },\n  "bye": { "message": "Bye" }\n}\n',
  ),
  file(
    'prototype keys',
    '{\n  "__proto__": "p",\n  "constructor": { "prototype": "q" },\n  "toString": "r",\n  "": "empty key",\n  "a.b": "dotted",\n  "a": { "b": "nested" }\n}\n',
  ),
];
