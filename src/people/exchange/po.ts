import type { Codec } from '../../model/index.js';
import { escapePo, positions } from '../../formats/index.js';
import { isDone, notesOf } from './texts.js';
import type { ExchangeFile, ReturnedText } from './texts.js';

/** The texts as PO. The context of a text is its id and its key; open texts are fuzzy. */
export function poText({ locale, texts }: ExchangeFile): string {
  const head = [
    ...['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"'],
    ...['"Content-Transfer-Encoding: 8bit\\n"', `"Language: ${locale.replaceAll('-', '_')}\\n"`],
  ];
  const entries = texts.map((text) => {
    const { id, file, key, source, target } = text;
    return [
      ...notesOf(text)
        .flatMap((note) => note.split(/[\r\n]+/))
        .map((line) => `#. ${line}`),
      `#: ${file.replaceAll(/\s/g, '_')}`,
      ...(target !== '' && !isDone(text) ? ['#, fuzzy'] : []),
      `msgctxt ${quoted(`${id} ${key}`)}`,
      `msgid ${quoted(source)}`,
      `msgstr ${quoted(target)}`,
    ].join('\n');
  });
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`;
}

function quoted(text: string): string {
  return `"${escapePo(text)}"`;
}

/** The texts of a PO file. @throws FormatError */
export function textsOfPo(text: string, file: string, codec: Codec): readonly ReturnedText[] {
  const { units } = codec.parse(text, { role: 'target', file });
  const at = positions(text);
  return units.map((unit) => ({
    id: /^\S*/.exec(unit.context ?? '')?.[0] ?? '',
    source: unit.source,
    text: unit.text,
    approved: unit.text !== '' && unit.state !== 'review',
    place: `${file}, line ${at(unit.range.start).line}`,
  }));
}
