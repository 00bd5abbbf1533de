import { jsonText, oneLine } from '../../model/index.js';
import type { Explanation } from '../../model/index.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';

const ORIGINS: Readonly<Record<Explanation['origin'], string>> = {
  machine: 'a machine, under the options of today',
  otherwise: 'a machine, under other options',
  person: 'a person',
  copy: 'a copy of the source',
  elsewhere: 'another key or file',
  none: 'nobody: there is no text',
};

/** What a sync would do with a unit, and what that costs. */
function doesOf({ action, reuse, text, characters }: Explanation): string {
  const cost = `${amount(characters, 'character')} to be billed`;
  const shown = text === undefined ? '' : `: ${jsonText(text)}`;
  switch (action) {
    case 'translate':
      return reuse === 'duplicate'
        ? 'take the translation of an equal text that it sends anyway'
        : `translate it, ${cost}`;
    case 'propose':
      return reuse === undefined && text === undefined
        ? `keep the text, and ask for a proposal, ${cost}`
        : `keep the text, with a proposal for free${shown}`;
    case 'reuse':
      return `write a text for free, from the ${reuse ?? 'source'}${shown}`;
    case 'copy':
      return `write it as it is, for free${shown}`;
    case 'remove':
      return 'remove it';
    case 'keep':
      return 'leave it as it is';
  }
}

/** Units, each with what it is, why, and what becomes of it. */
export function explanationText(all: readonly Explanation[], { colors }: Style): string {
  const blocks = all.map((one) => {
    const lines: [string, string | undefined][] = [
      ['status', `${one.status}. ${one.why}`],
      ['source', one.source === undefined ? undefined : jsonText(one.source)],
      ['target', one.target === undefined ? undefined : jsonText(one.target)],
      ['made by', ORIGINS[one.origin]],
      ['trust', one.trust === undefined ? undefined : `${one.trust} of 100`],
      ['context', one.context],
      ...one.findings.map(({ level, message }): [string, string] => [
        'finding',
        `${level === 'warn' ? 'warning' : level}: ${message}`,
      ]),
      ['sync would', doesOf(one)],
    ];
    const head = `${colors.bold(oneLine(`${one.locale}:${one.key}`))}  ${colors.dim(oneLine(one.file))}`;
    const said = lines.flatMap(([name, text]) =>
      text === undefined ? [] : [`  ${colors.dim(name.padEnd(10))}  ${oneLine(text)}`],
    );
    return `${[head, ...said].join('\n')}\n`;
  });
  return blocks.join('\n');
}
