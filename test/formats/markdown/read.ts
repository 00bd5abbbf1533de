import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { Nodes, Root } from 'mdast';

const kinds = ['yaml', 'toml'] as const;
const plain = {
  extensions: [gfm(), frontmatter([...kinds])],
  mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown([...kinds])],
};
const mdx = {
  extensions: [...plain.extensions, mdxjs()],
  mdastExtensions: [...plain.mdastExtensions, mdxFromMarkdown()],
};

/** A block of a file without blocks inside, as the reference parser sees it. */
export interface SeenBlock {
  readonly start: number;
  readonly end: number;
  /** Its tree, without places. */
  readonly tree: string;
}

/** The blocks of a file as mdast has them, and nothing of what this package knows beyond it. */
export function blocksIn(text: string, name: string): readonly SeenBlock[] {
  const base = /^\ufeff*/.exec(text)?.[0].length ?? 0;
  const blocks: SeenBlock[] = [];
  const open: Nodes[] = [treeOf(text.slice(base), name)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const isBlock = ['paragraph', 'heading', 'tableCell'].includes(node.type);
    if (!isBlock && 'children' in node) {
      open.push(...node.children.toReversed());
      if (node.type !== 'mdxJsxFlowElement' || node.children.length > 0) continue;
    }
    const start = (node.position?.start.offset ?? 0) + base;
    const end = (node.position?.end.offset ?? 0) + base;
    blocks.push({ start, end, tree: JSON.stringify(node, withoutPlaces) });
  }
  return blocks;
}

/**
 * Whether MDX finds an import in a file, which goes by any name (Docusaurus): its indented lines are
 * texts, to Markdown they are code. Files with scripts or styles are HTML within Markdown.
 */
export function isModule(text: string): boolean {
  if (/<(?:script|style)\b/i.test(text)) return false;
  try {
    const { children } = fromMarkdown(text.replace(/^\ufeff+/, ''), mdx);
    return children.some((node) => node.type === 'mdxjsEsm' && /^import\b/m.test(node.value));
  } catch {
    return false;
  }
}

function treeOf(text: string, name: string): Root {
  if (!name.endsWith('.mdx')) return fromMarkdown(text, plain);
  try {
    return fromMarkdown(text, mdx);
  } catch {
    return fromMarkdown(text, plain);
  }
}

function withoutPlaces(key: string, value: unknown): unknown {
  return key === 'position' || key === 'data' ? undefined : value;
}
