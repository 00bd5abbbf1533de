import { ini } from '../../../src/formats/ini/index.js';
import { javascript } from '../../../src/formats/javascript/index.js';
import { json } from '../../../src/formats/json/index.js';
import { json5 } from '../../../src/formats/json5/index.js';
import { php } from '../../../src/formats/php/index.js';
import { toml } from '../../../src/formats/toml/index.js';
import { yaml } from '../../../src/formats/yaml/index.js';
import type { Codec } from '../../../src/model/index.js';

/** A file with the texts of English, German and French. */
export interface LocaleFile {
  readonly name: string;
  readonly codec: Codec;
  readonly text: string;
}

/** Layouts of files in which names of locales are keys: on the first level, the second and the last. */
export const LOCALE_FILES: readonly LocaleFile[] = [
  {
    name: 'JSON, first level',
    codec: json,
    text: `{
  // for all
  "en": {
    "hello": "Hello", // note
    "cart": { "total": "Total: {n}", "en": "English", "de": "German" },
    "count": 3
  },
  "de": { "hello": "Hallo", "cart": { "total": "Summe: {n}", "de": "Deutsch" } },
  "fr": {
    "hello": "Bonjour"
  }
}
`,
  },
  {
    name: 'JSON, second level',
    codec: json,
    text: '{\n\t"home": {\n\t\t"en": { "title": "Home", "body": "Text" },\n\t\t"de": { "title": "Start" }\n\t},\n\t"shop": {\n\t\t"en": {\n\t\t\t"title": "Shop"\n\t\t},\n\t\t"fr": {\n\t\t\t"title": "Magasin"\n\t\t}\n\t}\n}\n',
  },
  {
    name: 'JSON, last level',
    codec: json,
    text: `{"hello":{"en":"Hello","de":"Hallo"},"bye":{"fr":"Au revoir","en":"Bye"},
"deep":{"er":{"en":"Deep","de":"Tief","fr":"Profond"}},"languages":{"en":{"en":"English","de":"Englisch"}}}`,
  },
  {
    name: 'YAML, first level',
    codec: yaml,
    text: `# texts
en:
  # first
  hello: Hello
  cart:
    total: "Total: %{n}"
    long: |
      Two
      lines

de:
  hello: 'Hallo'

fr: { hello: Bonjour }
`,
  },
  {
    name: 'YAML, last level',
    codec: yaml,
    text: `_version: 2
hello:
  en: Hello
  de: Hallo
messages.bye: # flat
  en: "Bye, %{name}"
nested:
  deep:
    en: >
      Folded
      text
    fr: Texte
  short: { en: Short, fr: Court }
`,
  },
  {
    name: 'TOML, first level',
    codec: toml,
    text: '[en]\nhello = "Hello"\n\n[en.cart]\ntotal = "Total" # sum\n\n[de]\nhello = "Hallo"\n\n[fr]\nhello = "Bonjour"\n',
  },
  {
    name: 'TOML, last level',
    codec: toml,
    text: '_version = 2\n\n[hello]\nen = "Hello"\nde = "Hallo"\n\n[bye]\nen = "Bye"\nfr = "Au revoir"\n',
  },
  {
    name: 'JSON5, first level',
    codec: json5,
    text: "{\n  en: { hello: 'Hello', cart: { total: 'Total' } }, // en\n  de: { hello: 'Hallo' },\n  fr: {\n    hello: 'Bonjour',\n  },\n}\n",
  },
  {
    name: 'a module, first level',
    codec: javascript,
    text: "export default {\n  en: {\n    hello: 'Hello', // note\n    cart: { total: 'Total' },\n  },\n  de: { hello: 'Hallo' },\n  fr: { hello: \"Bonjour\" },\n};\n",
  },
  {
    name: 'PHP, last level',
    codec: php,
    text: "<?php\n\nreturn [\n    'hello' => ['en' => 'Hello', 'de' => 'Hallo'],\n    // note\n    'bye' => [\n        'en' => 'Bye',\n        'fr' => 'Au revoir',\n    ],\n];\n",
  },
  {
    name: 'INI, sections',
    codec: ini,
    text: '; texts\n[en]\nhello = Hello\ntotal = Total\n\n[de]\nhello = Hallo\n\n[fr]\nhello = Bonjour\n',
  },
];
