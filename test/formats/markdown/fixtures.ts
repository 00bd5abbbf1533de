export const sample = `---
title: A page
description: "What it: says"
layout: doc
---

# A page {#top}

A first paragraph with **bold**, \`code\` and a [link](./other.md "Title"),
wrapped over
two more lines.

- one
- two
  goes on
  - [x] inner

    second paragraph

1. first
2. second

> Quoted words
> on two lines
> > and deeper

| Name | What it does |
| ---- | :----------: |
| \`a\`  | runs | 
| b \\| c |  |

::: tip Good to know
Inside of a tip.
:::

:::note[Another title]{#id}

With *blank* lines.

:::

> [!WARNING]
> Mind the gap.

Setext heading
==============

Hard break  
here and\\
there.

\`\`\`js
// not a text
::: tip no
\`\`\`

    indented code

<div class="x">
Not a text
</div>

<!-- a comment -->

A note[^1] and [a reference][ref].

[^1]: The note.
[ref]: https://example.com "No text"

$$
a < b
$$

{{< shortcode "x" >}}

***

Last words
`;

const mkdocs = `# Page

!!! note "Custom title"
    Inside of it.

    More.

??? tip
    Folded.

=== "First tab"

    In the tab.

Behind.
`;

const mdx = `---
title: A page
hero:
  tagline: Fast
  actions:
    - text: Start
      link: /start
---

import { Card } from 'x';
export const a = {
  b: '# no text',
};

# Hello {/* #top */}

## With id {#own-id}

<Card title="no text">
  A paragraph in a card, <b>bold</b> and {a.b}.

  - item <Card />
</Card>

<Tabs>
  <Tab>Inline words</Tab>
</Tabs>

{/* comment */}

<!-- old comment -->

:::tip[Title]
Words
:::
`;

/** Files of every shape. */
export const fixtures: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'sample.md', text: sample },
  { name: 'bom and crlf.md', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns.md', text: sample.replaceAll('\n', '\r') },
  { name: 'mkdocs.md', text: mkdocs },
  { name: 'page.mdx', text: mdx },
  { name: 'crlf.mdx', text: mdx.replaceAll('\n', '\r\n') },
  { name: 'no last line end.md', text: '# Title\n\nWords' },
  { name: 'empty.md', text: '' },
  { name: 'comments only.md', text: '<!-- a -->\n' },
  { name: 'toml.md', text: '+++\ntitle = "A page"\n+++\n\nWords\n' },
];
