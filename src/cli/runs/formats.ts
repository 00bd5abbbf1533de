import { formats } from '../../formats/index.js';
import type { Codec } from '../../model/index.js';
import { jsonText } from '../../model/index.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';

export interface FormatsFlags {
  readonly json?: true;
}

/** A format as listed by `formats --json`. */
export interface ListedFormat {
  readonly name: string;
  readonly endings: readonly string[];
  /** Examples of how paths spell locales. */
  readonly paths: string;
  /** Whether one file holds all locales. */
  readonly multilingual: boolean;
  /** Whether a target also holds the source texts. */
  readonly bilingual: boolean;
  /** Which plural forms it has; 'none': it has no plurals. */
  readonly plurals: 'cldr' | 'gettext' | 'qt' | 'none';
  /** Encoding of files that declare none, and whether files can declare one. */
  readonly encoding: { readonly usual: string; readonly declared: boolean };
  /** Whether `extract` can add keys to it. */
  readonly takesNewKeys: boolean;
}

/** `formats`. Returns the exit code. */
export function runFormats(io: Io, flags: FormatsFlags): number {
  const listed = Object.values<Codec>(formats).map(describe);
  if (flags.json === true) io.stdout(`${jsonText({ ok: true, formats: listed, error: null })}\n`);
  else io.stdout(listed.map(textOf).join('\n'));
  return EXIT.ok;
}

function describe({ name, extensions, capabilities }: Codec): ListedFormat {
  const { multilingual, bilingual, pluralLibrary, syntaxes, takesNewKeys } = capabilities;
  const { fallbackEncoding = 'utf-8', declaredEncoding, localeNames } = capabilities;
  return {
    name,
    endings: extensions,
    paths: localeNames?.example ?? 'as in targets',
    multilingual: multilingual === true,
    bilingual,
    plurals: pluralLibrary ?? (syntaxes.length === 0 ? 'none' : 'cldr'),
    encoding: { usual: fallbackEncoding, declared: declaredEncoding !== undefined },
    takesNewKeys,
  };
}

const PLURALS: Readonly<Record<ListedFormat['plurals'], string>> = {
  cldr: 'the forms of each language (CLDR)',
  gettext: 'as in the header of the file',
  qt: 'the forms of each language (Qt Linguist)',
  none: 'none',
};

function textOf(format: ListedFormat): string {
  const { name, endings, paths, multilingual, bilingual, plurals, takesNewKeys } = format;
  const { usual, declared } = format.encoding;
  const encodings = [
    'UTF-8',
    ...(declared ? ['what the file declares'] : []),
    ...(usual === 'utf-8' ? [] : [usual]),
  ];
  const lines = [
    ['endings', endings.join(' ')],
    ['locales', multilingual ? `several in one file, or ${paths}` : paths],
    ...(bilingual ? [['texts', 'source and target in one file']] : []),
    ['plurals', PLURALS[plurals]],
    ['encoding', encodings.join(', ')],
    ['new keys', takesNewKeys ? 'yes, by extract' : 'no'],
  ];
  return `${name}\n${lines.map(([label = '', value = '']) => `  ${label.padEnd(9)} ${value}\n`).join('')}`;
}
