/** How a kind of locale file is written: what stands around its entries, and an entry. */
interface Writing {
  readonly file: (entries: readonly string[]) => string;
  readonly entry: (key: string, text: string) => string;
}

const lines =
  (head = '', tail = '') =>
  (entries: readonly string[]): string =>
    `${head}${entries.map((one) => `${one}\n`).join('')}${tail}`;

const object =
  (head = '') =>
  (entries: readonly string[]): string =>
    `{\n${[...(head === '' ? [] : [head]), ...entries].join(',\n')}\n}\n`;

/** Files of every kind that people merge, by their names. */
export const FILES: Readonly<Record<string, Writing>> = {
  'de.json': { file: object(), entry: (key, text) => `  "${key}": "${text}"` },
  'de.yml': { file: lines('de:\n'), entry: (key, text) => `  # ${key}\n  ${key}: ${text}` },
  'de.po': {
    file: (entries) =>
      `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n${entries.map((one) => `${one}\n`).join('\n')}`,
    entry: (key, text) => `#: ${key}.c:1\nmsgid "${key}"\nmsgstr "${text}"`,
  },
  'de.xlf': {
    file: lines(
      '<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="x" source-language="en" target-language="de" datatype="plaintext"><body>\n',
      '</body></file></xliff>\n',
    ),
    entry: (key, text) =>
      `<trans-unit id="${key}">\n<source>${key}</source>\n<target>${text}</target>\n</trans-unit>`,
  },
  'de.xliff': {
    file: lines(
      '<?xml version="1.0"?>\n<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">\n<file id="f">\n',
      '</file></xliff>\n',
    ),
    entry: (key, text) =>
      `<unit id="${key}">\n<segment state="translated">\n<source>${key}</source>\n<target>${text}</target>\n</segment>\n</unit>`,
  },
  'de.ts': {
    file: lines(
      '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de">\n<context>\n<name>M</name>\n',
      '</context>\n</TS>\n',
    ),
    entry: (key, text) =>
      `<message>\n<source>${key}</source>\n<translation>${text}</translation>\n</message>`,
  },
  'de.strings': { file: lines(), entry: (key, text) => `/* ${key} */\n"${key}" = "${text}";` },
  'de.properties': { file: lines(), entry: (key, text) => `# ${key}\n${key}=${text}` },
  'de.php': {
    file: lines('<?php\nreturn [\n', '];\n'),
    entry: (key, text) => `    '${key}' => '${text}',`,
  },
  'de.csv': { file: lines('key,de\n'), entry: (key, text) => `${key},${text}` },
  'all.csv': { file: lines('key,en,de\n'), entry: (key, text) => `${key},${key},${text}` },
  'de.arb': {
    file: object('  "@@locale": "de"'),
    entry: (key, text) =>
      `  "${key}": "${text}",\n  "@${key}": {\n    "description": "about ${key}"\n  }`,
  },
  'all.xcstrings': {
    file: (entries) =>
      `{\n  "sourceLanguage" : "en",\n  "strings" : {\n${entries.join(',\n')}\n  },\n  "version" : "1.0"\n}\n`,
    entry: (key, text) =>
      `    "${key}" : {\n      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "${text}"\n          }\n        }\n      }\n    }`,
  },
  'strings.xml': {
    file: lines('<?xml version="1.0" encoding="utf-8"?>\n<resources>\n', '</resources>\n'),
    entry: (key, text) => `    <!-- ${key} -->\n    <string name="${key}">${text}</string>`,
  },
  'de.resx': {
    file: lines('<?xml version="1.0" encoding="utf-8"?>\n<root>\n', '</root>\n'),
    entry: (key, text) =>
      `  <data name="${key}" xml:space="preserve">\n    <value>${text}</value>\n    <comment>about ${key}</comment>\n  </data>`,
  },
  'de.toml': { file: lines(), entry: (key, text) => `${key} = "${text}"` },
  'de.ftl': { file: lines(), entry: (key, text) => `# ${key}\n${key} = ${text}` },
  'de.json5': { file: lines('{\n', '}\n'), entry: (key, text) => `  ${key}: '${text}', // ${key}` },
};
