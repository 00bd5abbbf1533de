import { type Codec, FormatError } from '../../model/index.js';
import { json } from '../json/index.js';
import { json5 } from '../json5/index.js';
import { detectNewline } from '../kit/layout.js';
import { localesCodec, type Part } from '../kit/locales.js';
import { yaml } from '../yaml/index.js';
import { about } from './about.js';
import { attributeOf, type I18nBlock, i18nBlocks } from './blocks.js';

/** `<i18n>` blocks of Vue components. Those with `src` are left to the files that they name. */
export const vue: Codec = localesCodec(about, (text) => {
  const blocks = i18nBlocks(text).filter((block) => attributeOf(block, 'src') === undefined);
  return blocks.flatMap((block, index): Part[] => {
    const codec = codecOf(text, block);
    if (codec === undefined) return [];
    const { start, end } = block.content;
    const locale = block.attributes.find(({ name }) => name === 'locale');
    if (locale?.value === undefined) return [{ codec, start, end, isByLocale: true }];
    const kind = kindOf(block);
    // A run of blocks that differ in their locale.
    let last = block;
    for (const other of blocks.slice(index + 1)) {
      const isBeside = text.slice(last.range.end, other.range.start).trim() === '';
      if (!isBeside || kindOf(other) !== kind) break;
      last = other;
    }
    const { range } = locale;
    const before = text.slice(block.range.start, range.start);
    const behind = text.slice(range.end, start);
    const close = text.slice(end, block.range.end);
    const newline = detectNewline(text);
    const [next] = blocks.slice(index + 1);
    const gap =
      next === undefined || last === block
        ? newline + newline
        : text.slice(block.range.end, next.range.start);
    const write = (name: string, content: string): string =>
      gap + before + name + behind + content + close;
    return [{ codec, start, end, locale: locale.value, copy: { kind, at: last.range.end, write } }];
  });
});

/** What blocks have in common that differ only in their locale. */
function kindOf({ attributes }: I18nBlock): string {
  const own = attributes.filter(({ name }) => name !== 'locale');
  return own.map(({ name, value = '' }) => `${name}=${value}`).join(' ');
}

/**
 * The codec of a block's language; undefined: nobody reads the block. Without `lang` it is JSON, unless
 * the plugin's options say YAML. The plugins read JSON as JSON5.
 */
function codecOf(text: string, block: I18nBlock): Codec | undefined {
  const lang = attributeOf(block, 'lang')?.toLowerCase();
  const content = text.slice(block.content.start, block.content.end);
  switch (lang ?? 'json') {
    case 'json': {
      if (content.trim() === '') return undefined;
      const codecs = lang === undefined ? [json, json5, yaml] : [json, json5];
      return codecs.find((codec) => readsAs(codec, content)) ?? json;
    }
    case 'json5':
      return json5;
    case 'yaml':
    case 'yml':
      return yaml;
    default:
      return undefined;
  }
}

function readsAs(codec: Codec, text: string): boolean {
  try {
    codec.parse(text);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}
