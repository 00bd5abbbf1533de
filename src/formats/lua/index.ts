import type { DeriveOptions } from '../../model/index.js';
import { literals } from '../kit/object-literals.js';
import type { LiteralLanguage, LiteralNode } from '../kit/object-literals.js';
import type { Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { read } from './read.js';
import type { LuaFile } from './read.js';

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '\n': 'n', '\r': 'r', '\t': 't', '\\': '\\', '"': '"', "'": "'" },
};
const KEYWORDS =
  /^(?:and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)$/;

/** A text as Lua 5.1 reads it: control characters are escaped by their decimal number. */
function quoted(text: string, opening: string): string {
  if (opening === '[' && !/[\r\0]|\]=*$/.test(text)) {
    let level = '';
    while (text.includes(`]${level}]`)) level += '=';
    return `[${level}[${text.startsWith('\n') ? '\n' : ''}${text}]${level}]`;
  }
  const quote = opening === "'" ? "'" : '"';
  const body = text.replace(/["'\\\p{Cc}]/gu, (one) => {
    if ((one === '"' || one === "'") && one !== quote) return one;
    const code = one.charCodeAt(0);
    const letter = LETTERS[one];
    if (letter !== undefined) return `\\${letter}`;
    return code < 128 ? `\\${String(code).padStart(3, '0')}` : one;
  });
  return quote + body + quote;
}

function isName(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.test(key);
}

/** Lua's tables and assignments. */
const language: LiteralLanguage = {
  colon: ' = ',
  list: ['{', '}'],
  isList: ({ children = [] }) => children.length > 0 && children.every(({ name }) => name === ''),
  quoted,
  key: (key, style, { quote }) =>
    style === '' && isName(key) ? key : `[${quoted(key, style === '' ? quote : style)}]`,
  path: (key, near, { quote }) =>
    key
      .map((part) => {
        const style = near === undefined ? quote : /['"]/.exec(near.name)?.[0];
        return style === undefined && isName(part)
          ? `.${part}`
          : `[${quoted(part, style ?? quote)}]`;
      })
      .join(''),
};

/** Tables of Lua and assignments to their fields: AceLocale, FiveM, Factorio's mods. They are never run. */
const format: TreeFormat<LuaFile> = {
  ...about,
  ...literals,
  read: (text, options) => read(text, options, language),
  derived: respell,
};

/** A new target's own locale where its source names one, and not as the default of AceLocale. */
function respell(
  { text, root, names, locale, defaults }: LuaFile,
  to: DeriveOptions,
): readonly Splice[] {
  const said = locale ?? rootName(root);
  const splices = defaults.map((range): Splice => ({ ...range, text: '' }));
  for (const { start, end } of names) {
    const raw = text.slice(start, end);
    const bare = raw.replace(/^['"]|['"]$/g, '');
    if (bare !== said) continue;
    const isField = text.charAt(start - 1) === '.';
    const name = isName(to.locale) || raw !== bare ? raw.replace(bare, () => to.locale) : '';
    const splice = { start: isField && name === '' ? start - 1 : start, end };
    splices.push({ ...splice, text: name === '' ? `["${to.locale}"]` : name });
  }
  return splices;
}

function rootName({ name }: LiteralNode): string | undefined {
  return /['"](.*)['"]/.exec(name)?.[1] ?? (name === '' ? undefined : name);
}

export const lua = treeCodec(format);
