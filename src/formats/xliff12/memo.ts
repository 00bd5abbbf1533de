import type { Document, Key, ParseOptions } from '../../model/index.js';
import { formatKey } from '../../model/index.js';
import { Readings } from '../kit/documents.js';
import { languageOf, sameLanguage, type Reading } from '../kit/xliff/nodes.js';
import { readItems } from './inline.js';
import { type KeyNames, namesBeside, ownNames, type Part, partsOf, rawOf } from './parts.js';
import { scan } from './scan.js';
import { pluralsOf } from './plurals.js';
import type { Tree } from './tree.js';

/** Facts kept for a parsed document; a copy is read again. */
export interface Memo {
  readonly tree: Tree;
  readonly reading: Reading;
  readonly names: KeyNames;
  /** By `keyId` of their keys, in file order. */
  readonly parts: ReadonlyMap<string, Part>;
  /** In a target: the source that it was read with. */
  readonly beside: Memo | undefined;
  /** Plural forms of gettext, if there are any, and the keys of their groups. */
  readonly plural: ReturnType<typeof pluralsOf>;
  /** Language of the targets, from the file or its locale. */
  readonly language: string | undefined;
}

export const memos = new Readings<Memo>();

export function recall(document: Document): Memo {
  return memos.of(document, ({ text, encoding, units }) => {
    // A document read as target has the source beside every unit.
    const role = units[0]?.source === undefined ? 'source' : 'target';
    return read(text, { role, encoding });
  });
}

/** Reads a file as `parse` does. */
export function read(
  text: string,
  { role = 'source', locale, source, ...rest }: ParseOptions,
): Memo {
  const tree = scan(text, rest);
  const beside = role === 'target' && source !== undefined ? recall(source) : undefined;
  const names = beside === undefined ? ownNames(tree) : namesBeside(tree, beside);
  const language = targetLanguage(tree) ?? languageOf(locale);
  const showsTargets = role === 'source' && isOwn(tree, languageOf(locale));
  const reading = { role: role === 'target' ? role : 'source', showsTargets } as const;
  const parts = partsOf(tree, names);
  const plural = pluralsOf(
    { tree, names },
    {
      role: reading.role,
      locale: locale ?? (role === 'target' ? language : sourceLanguageOf(tree)),
      beside: beside?.plural && { tree: beside.tree, groups: beside.plural.groups },
    },
  );
  if (beside !== undefined) warnOfOldCodes({ tree, parts }, beside);
  return { tree, reading, names, beside, plural, language, parts };
}

/** The key of a unit's part. */
export function partKey({ plural }: Pick<Memo, 'plural'>, key: Key): Key {
  return plural?.plurals.partOf(key) ?? key;
}

export function targetLanguage({ root }: Tree): string | undefined {
  return root.files.find(({ attributes }) => attributes['target-language'] !== undefined)
    ?.attributes['target-language'];
}

function sourceLanguageOf({ root }: Tree): string | undefined {
  return root.files[0]?.attributes['source-language'];
}

/**
 * Whether the targets of a source are in its own language (Symfony): the file states that, or no
 * other language. Without a locale, this cannot be recognized.
 */
function isOwn(tree: Tree, own: string | undefined): boolean {
  if (own === undefined) return false;
  const stated = targetLanguage(tree);
  if (stated === undefined) return true;
  return sameLanguage(stated, own) || sameLanguage(stated, sourceLanguageOf(tree));
}

interface Parts {
  readonly tree: Tree;
  /** By `keyId`. */
  readonly parts: ReadonlyMap<string, Part>;
}

/**
 * Warns of inline codes whose content (`<ph id="1">%s</ph>`) has changed in the source, while the
 * target still has that of its own `<source>`. Contents are not part of texts, so such a translation
 * counts as current.
 */
function warnOfOldCodes({ tree, parts }: Parts, source: Parts): void {
  for (const [id, { key, source: own, target }] of parts) {
    const now = source.parts.get(id)?.source;
    if (now === undefined || target === undefined) continue;
    const raw = rawOf(now, source.tree.text);
    const former = rawOf(own, tree.text);
    if (raw === former || !raw.includes('</')) continue;
    const [before, written] = [contentsOf(former), contentsOf(rawOf(target, tree.text))];
    for (const [name, content] of contentsOf(raw)) {
      const old = before.get(name);
      if (old === undefined || old === content || written.get(name) !== old) continue;
      const message = `${formatKey(key)}: the source has changed the content of <${name}> from "${old}" to "${content}". Change it in <source> and <target> here, too.`;
      tree.warnings.push({ message, offset: target.start });
    }
  }
}

/** Content of each code, by the code's name; white space counts as one space. */
function contentsOf(raw: string): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const item of readItems(raw)) {
    if (item.kind !== 'single' || !item.raw.includes('</')) continue;
    const inner = item.raw.slice(item.raw.indexOf('>') + 1, item.raw.lastIndexOf('</'));
    contents.set(item.name, inner.replace(/\s+/g, ' ').trim());
  }
  return contents;
}
