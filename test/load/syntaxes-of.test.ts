import { expect, test } from 'vitest';
import type { Messages } from '../../src/config/resolved.js';
import { syntaxesOf } from '../../src/engine/load/read-pairs.js';
import { about } from '../../src/formats/po/about.js';
import { formats } from '../../src/formats/public.js';

const TEMPLATE = formats.po.parse(
  `msgid ""
msgstr ""

#, c-format
msgid "%s in C"
msgstr ""

#, possible-php-format
msgid "%s in PHP"
msgstr ""

#, no-c-format
msgid "50% off"
msgstr ""

msgid "to: %25si"
msgstr ""
`,
  { file: 'app.pot' },
);

test.each<[Messages, readonly string[]]>([
  ['auto', ['c-format', 'php-format', 'plain', 'plain']],
  [[['%s in C', 'lua-format']], ['lua-format', 'php-format', 'plain', 'plain']],
  [[['*', 'printf']], ['printf', 'printf', 'printf', 'printf']],
  ['printf', ['printf', 'printf', 'printf', 'printf']],
])('messages: %j', (messages, expected) => {
  const { capabilities } = about;
  const { syntax, exceptions } = syntaxesOf(TEMPLATE, { messages, capabilities });
  expect(TEMPLATE.units.map((unit) => exceptions.get(unit) ?? syntax)).toEqual(expected);
});
