import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdown } from '../../../src/formats/markdown/index.js';
import { read } from '../../../src/formats/markdown/read.js';
import {
  EditError,
  keyId,
  type Document,
  type Edit,
  type Recall,
} from '../../../src/model/index.js';

/** A block of a page, in the source's words and in those of a person. */
type Block = (n: number) => readonly [source: string, target: string];

const BLOCKS: readonly Block[] = [
  (n) => [`Paragraph ${word(n)} says a thing.`, `Absatz ${wort(n)} sagt etwas.`],
  (n) => [`See \`code${n}\` there.`, `Siehe \`code${n}\` dort.`],
  (n) => [`## Heading ${word(n)}`, `## Titel ${wort(n)}`],
  (n) => [`> [!NOTE]\n> Note ${word(n)}.`, `> [!NOTE]\n> Notiz ${wort(n)}.`],
  (n) => [`> [!NOTE] Title ${word(n)}\n> Note.`, `> [!NOTE] Titel ${wort(n)}\n> Notiz.`],
  (n) => [
    `> [!TIP] Title\n> One ${word(n)}.\n>\n> Two ${word(n)}.`,
    `> [!TIP] Titel\n> Eins ${wort(n)}.\n>\n> Zwei ${wort(n)}.`,
  ],
  (n) => [
    `- One ${word(n)}\n- Two ${word(n)}\n  - Inner ${word(n)}`,
    `- Eins ${wort(n)}\n- Zwei ${wort(n)}\n  - Innen ${wort(n)}`,
  ],
  (n) => [`1. First ${word(n)}\n2. Second`, `1. Erstens ${wort(n)}\n2. Zweitens`],
  (n) => [
    `| A ${word(n)} | B |\n| --- | --- |\n| c | d |`,
    `| Ä ${wort(n)} | Be |\n| --- | --- |\n| ce | de |`,
  ],
  (n) => [
    `<details>\n<summary>Summary</summary>\n\nHidden ${word(n)}.\n\n</details>`,
    `<details>\n<summary>Kopf</summary>\n\nVerborgen ${wort(n)}.\n\n</details>`,
  ],
  (n) => [
    `:::note Title ${word(n)}\n\nInside.\n\n:::`,
    `:::note Titel ${wort(n)}\n\nDarin.\n\n:::`,
  ],
  (n) => [
    `!!! note "Title ${word(n)}"\n\n    Inside.`,
    `!!! note "Titel ${wort(n)}"\n\n    Darin.`,
  ],
  (n) => [`\`\`\`js\nrun(${n});\n\`\`\``, `\`\`\`js\nrun(${n});\n\`\`\``],
  () => ['<!-- a comment -->', '<!-- ein Kommentar -->'],
];

const word = (n: number): string => 'abcdefghijklmnop'.charAt(n % 16).repeat(3 + (n % 5));
const wort = (n: number): string => word(n).toUpperCase();

const OWN: readonly string[] = [
  'Nur hier, von Hand.',
  '> [!NOTE] Eigenes\n> Nur hier im Kasten.',
  '- nur hier\n- und hier',
  ':::tip Nur hier\n\nUnd darin.\n\n:::',
  '| nur | hier |\n| --- | --- |\n| x | y |',
  '## Nur hier',
];

interface Page {
  readonly source: string;
  /** Its translation as it was. */
  readonly former: string;
  readonly blocks: readonly string[];
  /** Whether blocks only moved. */
  readonly isWhole: boolean;
}

/** A source, and a target whose blocks a person moved, added and removed. */
const pages = fc
  .tuple(
    fc.array(fc.nat(BLOCKS.length - 1), { minLength: 1, maxLength: 9 }),
    fc.array(fc.record({ from: fc.nat(20), to: fc.nat(20) }), { maxLength: 3 }),
    fc.array(fc.record({ what: fc.nat(OWN.length - 1), to: fc.nat(20) }), { maxLength: 2 }),
    fc.array(fc.nat(20), { maxLength: 2 }),
  )
  .map(([kinds, moves, own, removed]): Page => {
    const both = kinds.map((kind, n) => BLOCKS[kind]!(n));
    const blocks = both.map(([, target]) => target);
    for (const { from, to } of moves) {
      const [moved] = blocks.splice(from % blocks.length, 1);
      blocks.splice(to % (blocks.length + 1), 0, moved!);
    }
    for (const at of removed) if (blocks.length > 1) blocks.splice(at % blocks.length, 1);
    for (const { what, to } of own) blocks.splice(to % (blocks.length + 1), 0, OWN[what]!);
    const [source, former] = [0, 1].map(
      (side) => `${both.map((one) => one[side]!).join('\n\n')}\n`,
    );
    return {
      source: source!,
      former: former!,
      blocks,
      isWhole: removed.length === 0 && own.length === 0,
    };
  });

interface Synced {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** What a sync makes of a target: it adds all texts that are missing and have a place. */
function synced(source: Document, document: Document): Synced {
  const there = new Set(document.units.map(({ key }) => keyId(key)));
  const refused = new Set<string>();
  for (;;) {
    let after: Edit['key'] | null = null;
    const edits: Edit[] = [];
    for (const unit of source.units) {
      const { key } = unit;
      if (refused.has(keyId(key))) continue;
      if (!there.has(keyId(key))) {
        const text = unit.kind === 'raw' ? unit.text : `[de ${unit.text}]`;
        edits.push({ op: 'insert', key, text, after, from: { document: source, unit } });
      }
      after = key;
    }
    try {
      return { text: markdown.edit(document, edits), edits };
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      expect(error.message).toContain('has no place for this text; add it by hand.');
      refused.add(keyId(error.key));
    }
  }
}

/** Each block of a page, with what is around it. */
function leavesIn(text: string): readonly string[] {
  return read(text, {}).leaves.map(({ start, end, kind, outer }) =>
    [kind, ...outer.map(({ sort }) => sort), text.slice(start, end)].join(' '),
  );
}

function textsIn({ units }: Document): ReadonlyMap<string, string> {
  return new Map(units.map(({ key, text }) => [keyId(key), text]));
}

/** What a lock remembers of these texts. */
function lockOf(source: Document, texts: ReadonlyMap<string, string>): Recall {
  const sources = textsIn(source);
  return (key, text, of) => {
    const [own, known] = [sources.get(keyId(key)), texts.get(keyId(key))];
    if (own === undefined || known === undefined) return undefined;
    if (of !== undefined && of !== own) return undefined;
    return known === text ? 'machine' : 'other';
  };
}

it('keeps every block of a person, whatever was moved, added and removed', () => {
  fc.assert(
    fc.property(pages, ({ source: text, blocks, isWhole }) => {
      const source = markdown.parse(text, { file: 'a.md' });
      const page = `${blocks.join('\n\n')}\n`;
      const document = markdown.parse(page, { file: 'a.md', role: 'target', source });
      const { text: after, edits } = synced(source, document);
      const [before, now] = [leavesIn(page), leavesIn(after)];
      let at = 0;
      for (const leaf of now) if (leaf === before[at]) at += 1;
      expect(before.slice(at), after).toEqual([]);
      // What is written is read back at its key: when it is checked, and by the next run.
      const target = { file: 'a.md', role: 'target', source } as const;
      const written = textsIn(markdown.parse(after, { ...target, editedFrom: document }));
      for (const edit of edits) {
        if (edit.op !== 'insert') continue;
        expect(written.get(keyId(edit.key))?.replaceAll('\\', ''), after).toBe(edit.text);
      }
      const recall = lockOf(source, written);
      expect(textsIn(markdown.parse(after, { ...target, recall })), after).toEqual(written);
      // What stands somewhere else is not written once more.
      if (isWhole) expect(after).not.toContain('[de');
    }),
    { numRuns: 400 },
  );
});

it('finds every text that the lock knows, wherever a person moved its block', () => {
  fc.assert(
    fc.property(pages, ({ source: text, former, blocks }) => {
      const source = markdown.parse(text, { file: 'a.md' });
      const target = { file: 'a.md', role: 'target', source } as const;
      const known = textsIn(markdown.parse(former, target));
      const page = `${blocks.join('\n\n')}\n`;
      const recall = lockOf(source, known);
      const found = textsIn(markdown.parse(page, { ...target, recall }));
      const all = [...known.values()];
      const there = new Set(textsIn(markdown.parse(page)).values());
      for (const [key, one] of known) {
        const isUnique = all.indexOf(one) === all.lastIndexOf(one);
        if (isUnique && there.has(one)) expect(found.get(key), page).toBe(one);
      }
    }),
    { numRuns: 200 },
  );
});
