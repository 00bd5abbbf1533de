import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';

const FRONT_MATTER = ['yaml', 'toml'] as const;

const markdown = {
  extensions: [gfm(), frontmatter([...FRONT_MATTER])],
  mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown([...FRONT_MATTER])],
};

const mdx = {
  extensions: [...markdown.extensions, mdxjs()],
  mdastExtensions: [...markdown.mdastExtensions, mdxFromMarkdown()],
};

/** @throws an error with a `reason` and a `place` for invalid MDX; never for Markdown */
export function parseTree(text: string, { isMdx }: { readonly isMdx: boolean }): Root {
  return fromMarkdown(text, isMdx ? mdx : markdown);
}
