import { describe, expect, it } from 'vitest';
import { markdown } from '../../../src/formats/markdown/index.js';
import type { Document, Edit } from '../../../src/model/index.js';

const source = markdown.parse(
  '# Hi\n\n<TabItem value="a" label="First" title=\'Say "hi"\'>\n\nText\n\n</TabItem>\n\n<Card title="src/a.js" href="/x" />\n',
  { file: 'a.mdx', role: 'source' },
);

function target(tag: string): Document {
  const text = `# Hallo\n\n<TabItem ${tag}>\n\nWorte\n\n</TabItem>\n\n<Card title="src/a.js" href="/x" />\n`;
  return markdown.parse(text, { file: 'b.mdx', role: 'target', source });
}

const textsOf = ({ units }: Document) =>
  Object.fromEntries(units.map(({ key, text }) => [key.slice(1).join(' '), text]));

/** The tag after a text for `title`. */
function tagAfter(tag: string, text: string): string | undefined {
  const document = target(tag);
  const edit: Edit = { op: 'set', key: ['section-1', 'tag', '0', 'title'], text };
  return /<TabItem (.*)>/.exec(markdown.edit(document, [edit]))?.[1];
}

describe('attributes of components', () => {
  it('that readers see are texts', () => {
    expect(textsOf(source)).toEqual({
      ...{ heading: 'Hi', 'tag 0 label': 'First', 'tag 0 title': 'Say "hi"' },
      'paragraph 0': 'Text',
    });
  });
  it.each([
    ['label="Erster" title="Hallo"', { 'tag 0 label': 'Erster', 'tag 0 title': 'Hallo' }],
    ['title="Hallo" label="Erster"', { 'tag 0 label': 'Erster', 'tag 0 title': 'Hallo' }],
    ['label="Erster"', { 'tag 0 label': 'Erster', 'tag 0 title': '' }],
  ])('are paired by name: %s', (tag, texts) => {
    expect(textsOf(target(tag))).toMatchObject(texts);
  });
  it.each(['title={x}', 'title'])('with code stay: %s', (title) => {
    const document = target(`label="Erster" ${title}`);
    expect(Object.keys(textsOf(document))).toContain('tag 0 label');
    expect(Object.keys(textsOf(document))).not.toContain('tag 0 title');
    expect(document.references?.shows(['section-1', 'tag', '0', 'title'])).toBe(true);
  });
  it.each([
    [
      'value="a" title="A" label="B"',
      'C "d" & e',
      'value="a" title="C &quot;d&quot; & e" label="B"',
    ],
    ["title='A'", "It's &amp;", "title='It&#39;s &amp;amp;'"],
    ['label="B"', 'C', 'title="C" label="B"'],
  ])('in %s, title %s', (tag, text, after) => {
    expect(tagAfter(tag, text)).toBe(after);
  });
});
