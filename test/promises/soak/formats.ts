import JSON5 from 'json5';
import { parseTOML } from 'toml-eslint-parser';
import { readElements } from '../../formats/support/xml-reader.js';
import { idOf, readValues } from '../lives/reading.js';
import type { Value, Values } from '../lives/reading.js';
import { FORMATS, render as renderLife, timeOf } from '../lives/source.js';
import type { Box, Format, Leaf, Style } from '../lives/source.js';

/** Texts of a source file by key; a subtitle's key is the time at which it begins. */
export type Texts = Map<string, string>;

/** What this test knows of a format: how files of it look, and how others than the tool read them. */
export interface SoakFormat {
  readonly source: string;
  readonly target: string;
  /** A placeholder as texts of it have. */
  readonly name: string;
  /** `text`: a text is its own key, and another text is another unit. */
  readonly keys: 'names' | 'times' | 'text';
  /** The nth key. */
  readonly key: (n: number) => string;
  readonly render: (texts: Texts, style: Style) => string;
  /** @throws where the file is not whole */
  readonly readSource: (content: string) => Texts;
  /** The values of a target by key, with their places. @throws where the file is not whole */
  readonly read: (content: string, locale: string) => Values;
  /** A text as a value of a file. */
  readonly write: (text: string) => string;
  /** Whether a run changes more of a target than its values: states, sources beside them. */
  readonly isFrameFree: boolean;
}

/** When the nth subtitle begins, in milliseconds. */
const startOf = (n: number): number => n * 4000;

const NAMES: Readonly<Record<Format, string>> = {
  json: '{{name}}',
  yaml: '{{name}}',
  rails: '%{name}',
  xliff: '{{name}}',
  srt: '',
};
const PLACES: Readonly<Record<Format, readonly [source: string, target: string]>> = {
  json: ['app/en.json', 'app/{locale}.json'],
  yaml: ['web/en/site.yaml', 'web/{locale}/site.yaml'],
  rails: ['config/app.en.yml', 'config/app.{locale}.yml'],
  xliff: ['i18n/messages.xlf', 'i18n/messages.{locale}.xlf'],
  srt: ['media/tour.en.srt', 'media/tour.{locale}.srt'],
};

/** The formats that lives have too, with all their styles. */
function lived(format: Format): SoakFormat {
  const [source, target] = PLACES[format];
  return {
    ...{ source, target, name: NAMES[format] },
    keys: format === 'srt' ? 'times' : 'names',
    key: (n) => (format === 'srt' ? timeOf(startOf(n)) : `k${n}`),
    render: (texts, style) => {
      const members = new Map([...texts].map(([key, text]) => [key, leaf(format, key, text)]));
      const root: Box = { type: 'box', members };
      return renderLife(format, root, { style, locale: 'en' });
    },
    readSource: (content) => {
      if (format === 'xliff') return xliffSources(content);
      const values = readValues(format, content, 'en');
      return new Map([...values].map(([key, { text }]) => [key, text]));
    },
    read: (content, locale) => readValues(format, content, locale),
    write: format === 'xliff' ? xml : format === 'srt' ? String : JSON.stringify,
    isFrameFree: format === 'xliff',
  };
}

function xliffSources(content: string): Texts {
  if (content.includes('<<<<<<<')) throw new Error('half-merged');
  const units = content.matchAll(/<unit id="([^"]*)".*?<source>(.*?)<\/source>.*?<\/unit>/gs);
  return new Map([...units].map(([, id = '', text = '']) => [id, plain(text)]));
}

function leaf(format: Format, key: string, text: string): Leaf {
  const start = format === 'srt' ? Date.parse(`1970-01-01T${key.replace(',', '.')}Z`) : 0;
  return {
    ...{ type: 'leaf', text, raw: false, note: undefined, block: false, owners: new Map() },
    ...{ settled: true, moved: false, start, end: start + 1500 },
  };
}

/** A format of which each value stands in a line of its own. */
interface Lines {
  readonly at: readonly [source: string, target: string];
  readonly name: string;
  readonly head?: string;
  readonly foot?: string;
  /** A line of a source file, or several. */
  readonly line: (key: string, text: string) => string;
  /** Groups `key` and `value` in a target. */
  readonly found: RegExp;
  /** The same in a source, where it looks otherwise. */
  readonly foundInSource?: RegExp;
  readonly write?: (text: string) => string;
  readonly decode?: (value: string) => string;
  /** Reads all of a file with a parser of another make. @throws where it is not whole */
  readonly whole: (content: string) => unknown;
  readonly keys?: SoakFormat['keys'];
  readonly isFrameFree?: true;
}

function lined(lines: Lines): SoakFormat {
  const { head = '', foot = '', line, found, foundInSource = found } = lines;
  const { decode = String, whole } = lines;
  const valuesOf = (content: string, pattern: RegExp): Values => {
    if (/^(?:<<<<<<<|>>>>>>>)/m.test(content)) throw new Error('half-merged');
    whole(content.replace(/^\ufeff/, ''));
    const values = new Map<string, Value>();
    for (const match of content.matchAll(pattern)) {
      const { key = '', value = '' } = match.groups ?? {};
      const end = match.index + match[0].lastIndexOf(value) + value.length;
      const text = decode(value);
      if (text !== '') values.set(key, { text, raw: false, start: end - value.length, end });
    }
    return values;
  };
  return {
    ...{ source: lines.at[0], target: lines.at[1], name: lines.name },
    keys: lines.keys ?? 'names',
    key: (n) => (lines.keys === 'times' ? stamp(timeOf(startOf(n))) : `k${n}`),
    render: (texts, { newline, lastLineEnd }) => {
      const text = head + [...texts].map(([key, one]) => line(key, one)).join('') + foot;
      return (lastLineEnd ? text : text.replace(/\n$/, '')).replaceAll('\n', newline);
    },
    readSource: (content) =>
      new Map([...valuesOf(content, foundInSource)].map(([key, { text }]) => [key, text])),
    read: (content) => valuesOf(content, found),
    write: lines.write ?? String,
    isFrameFree: lines.isFrameFree === true,
  };
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const XML = { write: xml, decode: plain, whole: readElements } as const;
/** Every line is an entry, a comment or empty. */
const each =
  (pattern: RegExp) =>
  (content: string): void => {
    const odd = content.split(/\r?\n/).find((one) => one.trim() !== '' && !pattern.test(one));
    if (odd !== undefined) throw new Error(`not of this format: ${odd}`);
  };

const LINES: Readonly<Record<string, Lines>> = {
  android: {
    at: ['res/values/strings.xml', 'res/values-{locale}/strings.xml'],
    name: '%1$s',
    head: '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n',
    foot: '</resources>\n',
    line: (key, text) => `    <string name="${key}">${xml(text)}</string>\n`,
    found: /<string name="(?<key>\w+)">(?<value>.*?)<\/string>/g,
    ...XML,
  },
  strings: {
    at: ['ios/en.lproj/App.strings', 'ios/{locale}.lproj/App.strings'],
    name: '%@',
    line: (key, text) => `/* A note. */\n"${key}" = "${text}";\n\n`,
    found: /^"(?<key>\w+)" = "(?<value>.*)";\r?$/gm,
    whole: each(/^(?:\/\*.*\*\/|"\w+" = ".*";)$/),
  },
  properties: {
    at: ['java/app.properties', 'java/app_{locale}.properties'],
    name: '{0}',
    line: (key, text) => `${key} = ${text}\n`,
    found: /^(?<key>\w+) = (?<value>.*?)\r?$/gm,
    whole: each(/^\w+ = .*$/),
  },
  resx: {
    at: ['net/App.resx', 'net/App.{locale}.resx'],
    name: '{0}',
    head: '<?xml version="1.0" encoding="utf-8"?>\n<root>\n',
    foot: '</root>\n',
    line: (key, text) =>
      `  <data name="${key}" xml:space="preserve">\n    <value>${xml(text)}</value>\n  </data>\n`,
    found: /<data name="(?<key>\w+)"[^>]*>\s*<value>(?<value>.*?)<\/value>/g,
    ...XML,
  },
  toml: {
    at: ['go/active.en.toml', 'go/active.{locale}.toml'],
    name: '{{.Name}}',
    line: (key, text) => `${key} = "${text}"\n`,
    found: /^(?<key>\w+) = "(?<value>.*)"\r?$/gm,
    whole: (content) => parseTOML(content),
  },
  php: {
    at: ['lang/en/shop.php', 'lang/{locale}/shop.php'],
    name: ':name',
    head: '<?php\n\nreturn [\n',
    foot: '];\n',
    line: (key, text) => `    '${key}' => '${text}',\n`,
    found: /^ {4}'(?<key>\w+)' => '(?<value>.*)',\r?$/gm,
    whole: (content) => {
      if (!/^<\?php\s+return \[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\];\s*$/.test(content))
        throw new Error('not whole');
    },
  },
  json5: {
    at: ['five/en.json5', 'five/{locale}.json5'],
    name: '{{name}}',
    head: '// The head\n{\n',
    foot: '}\n',
    line: (key, text) => `  ${key}: '${text}',\n`,
    found: /^ {2}(?<key>\w+): '(?<value>.*)',?\r?$/gm,
    whole: (content) => JSON5.parse<unknown>(content),
  },
  fluent: {
    at: ['moz/en/app.ftl', 'moz/{locale}/app.ftl'],
    name: '{ $name }',
    line: (key, text) => `${key} = ${text}\n`,
    found: /^(?<key>k\d+) = (?<value>.*?)\r?$/gm,
    whole: each(/^(?:#.*|k\d+ = .*)$/),
  },
  xliff12: {
    at: ['ng/messages.en.xlf', 'ng/messages.{locale}.xlf'],
    name: '<x id="INTERPOLATION"/>',
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en" datatype="plaintext" original="ng2.template">\n    <body>\n',
    foot: '    </body>\n  </file>\n</xliff>\n',
    line: (key, text) =>
      `      <trans-unit id="${key}" datatype="html">\n        <source>${text}</source>\n      </trans-unit>\n`,
    found:
      /<trans-unit id="(?<key>\w+)"[^>]*>(?:(?!<\/trans-unit>|<target).)*<target[^>]*>(?<value>.*?)<\/target>/gs,
    foundInSource: /<trans-unit id="(?<key>\w+)"[^>]*>\s*<source>(?<value>.*?)<\/source>/g,
    whole: readElements,
    isFrameFree: true,
  },
  qt: {
    at: ['qt/app_en.ts', 'qt/app_{locale}.ts'],
    name: '%1',
    head: '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="en">\n<context>\n    <name>App</name>\n',
    foot: '</context>\n</TS>\n',
    line: (key, text) =>
      `    <message id="${key}">\n        <source>${xml(text)}</source>\n        <translation type="unfinished"></translation>\n    </message>\n`,
    found:
      /<message id="(?<key>\w+)">(?:(?!<\/message>|<translation).)*<translation[^>]*>(?<value>.*?)<\/translation>/gs,
    foundInSource: /<message id="(?<key>\w+)">\s*<source>(?<value>.*?)<\/source>/g,
    ...XML,
    isFrameFree: true,
  },
  po: {
    at: ['po/app.pot', 'po/{locale}.po'],
    name: '%s',
    head: 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n',
    line: (_, text) =>
      `${text.includes('%s') ? '#, c-format\n' : ''}msgid "${text}"\nmsgstr ""\n\n`,
    found: /^msgid "(?<key>.+)"\r?\nmsgstr "(?<value>.*)"\r?$/gm,
    foundInSource: /^(?=msgid "(?<value>.+)")msgid "(?<key>.+)"\r?\nmsgstr ""\r?$/gm,
    whole: each(/^(?:#.*|(?:msgid |msgstr )?".*")$/),
    keys: 'text',
    isFrameFree: true,
  },
  vtt: {
    at: ['media/intro.en.vtt', 'media/intro.{locale}.vtt'],
    name: '',
    head: 'WEBVTT\n\n',
    line: (key, text) => `${key} --> ${stamp(later(key))}\n${text}\n\n`,
    found: /^(?<key>[\d:.]+) --> [\d:.]+\r?\n(?<value>.+?)\r?$/gm,
    whole: (content) => {
      if (!content.startsWith('WEBVTT')) throw new Error('no WebVTT');
    },
    keys: 'times',
  },
};

const stamp = (time: string): string => time.replace(',', '.');
const later = (time: string): string => timeOf(Date.parse(`1970-01-01T${time}Z`) + 1500);

/** In the order in which they were added: a seed chooses by it. */
export const SOAK_FORMATS: readonly SoakFormat[] = [
  ...FORMATS.map(lived),
  ...Object.values(LINES).map(lined),
];

/** The key under which `read` has a text of a source. */
export function targetKey({ keys }: SoakFormat, key: string): string {
  return keys === 'names' ? idOf([key]) : key;
}
