import { formatKey } from '../../model/index.js';
import { readItems } from './inline.js';
import { rawOf, type Part } from './parts.js';
import type { Tree } from './tree.js';

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
export function warnOfOldCodes({ tree, parts }: Parts, source: Parts): void {
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
