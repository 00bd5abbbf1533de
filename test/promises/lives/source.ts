import type { Random } from './random.js';

export const FORMATS = ['json', 'yaml', 'rails', 'xliff', 'srt'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Whose text stands in a target; `either`: the lock that knew it is gone, or speaks of another
 * time.
 */
export type Owner =
  { readonly who: 'person'; readonly text: string } | { readonly who: 'machine' | 'either' };

export interface Leaf {
  readonly type: 'leaf';
  text: string;
  /** A number or the like, copied as it is. */
  readonly raw: boolean;
  readonly note: string | undefined;
  /** A block scalar, in YAML. */
  readonly block: boolean;
  readonly owners: Map<string, Owner>;
  /** As it was when everything was last in step: only such a text is changed, renamed or moved. */
  settled: boolean;
  /** Renamed or moved since then. */
  moved: boolean;
  /** Times of a subtitle in milliseconds. */
  start: number;
  end: number;
}
export interface Box {
  readonly type: 'box';
  members: Map<string, Node>;
}
export interface List {
  readonly type: 'list';
  readonly items: Node[];
  /** Elements came, went or moved since everything was last in step. */
  changed: boolean;
  /** A person edited a target since then. */
  edited: boolean;
}
export type Node = Leaf | Box | List;
export type Path = readonly string[];

/** How a file is written. */
export interface Style {
  readonly indent: string;
  readonly newline: string;
  readonly bom: boolean;
  readonly lastLineEnd: boolean;
  readonly comments: boolean;
  readonly quote: '' | '"' | "'";
}

export interface Place {
  readonly leaf: Leaf;
  readonly path: Path;
  /** The outermost array that it stands in. */
  readonly list: List | undefined;
}

export function makeStyle(random: Random): Style {
  return {
    indent: random.of(['  ', '    ', '\t']) ?? '',
    newline: random.chance(0.25) ? '\r\n' : '\n',
    bom: random.chance(0.1),
    lastLineEnd: random.chance(0.75),
    comments: random.chance(0.5),
    quote: random.of(['', '"', "'"] as const) ?? '',
  };
}

export function* leavesOf(node: Node, path: Path = [], list?: List): Generator<Place> {
  if (node.type === 'leaf') yield { leaf: node, path, list };
  else if (node.type === 'box') {
    for (const [name, member] of node.members) yield* leavesOf(member, [...path, name], list);
  } else {
    for (const [at, item] of node.items.entries())
      yield* leavesOf(item, [...path, String(at)], list ?? node);
  }
}

/** Boxes outside arrays, and arrays. */
export function containersOf(node: Node): (Box | List)[] {
  if (node.type === 'leaf') return [];
  if (node.type === 'list') return [node];
  return [node, ...[...node.members.values()].flatMap((member) => containersOf(member))];
}

/** Where a text stands in a file: by its key, or by its time. */
export function keyOf(format: Format, { leaf, path }: Place): Path {
  return format === 'srt' ? [timeOf(leaf.start)] : path;
}

export function timeOf(time: number): string {
  return new Date(time).toISOString().slice(11, 23).replace('.', ',');
}

export function render(
  format: Format,
  root: Box,
  { style, locale }: { style: Style; locale: string },
): string {
  const text = RENDER[format](root, style, locale);
  const cut = style.lastLineEnd ? text : text.replace(/\n+$/, '');
  return `${style.bom ? '\ufeff' : ''}${cut.replaceAll('\n', style.newline)}`;
}

const RENDER: Record<Format, (root: Box, style: Style, locale: string) => string> = {
  json: (root, style) => `${json(root, style, '')}\n`,
  yaml: (root, style) => `${style.comments ? '# The head\n\n' : ''}${yaml(root, style, '')}`,
  rails: (root, style, locale) => `${locale}:\n${yaml(root, style, '  ')}`,
  xliff,
  srt,
};

function json(node: Node, style: Style, outer: string): string {
  if (node.type === 'leaf') return node.raw ? node.text : JSON.stringify(node.text);
  const inner = outer + style.indent;
  const [open, close] = node.type === 'box' ? '{}' : '[]';
  const members =
    node.type === 'box'
      ? [...node.members].map(
          ([name, one]) => `${JSON.stringify(name)}: ${json(one, style, inner)}`,
        )
      : node.items.map((one) => json(one, style, inner));
  return `${open}\n${members.map((one) => inner + one).join(',\n')}\n${outer}${close}`;
}

function yaml(box: Box, style: Style, indent: string): string {
  let text = '';
  for (const [name, node] of box.members) {
    const key = `${indent}${/^k\d+$/.test(name) ? name : JSON.stringify(name)}:`;
    if (node.type === 'leaf') {
      if (node.note !== undefined && style.comments) text += `${indent}# ${node.note}\n`;
      text += `${key} ${scalar(node, style, indent)}\n`;
    } else if (node.type === 'box') text += `${key}\n${yaml(node, style, `${indent}  `)}`;
    else {
      const items = node.items.map((one) =>
        one.type === 'box'
          ? yaml(one, style, `${indent}    `).slice(indent.length + 4)
          : `${one.type === 'leaf' ? scalar(one, style, `${indent}  `) : ''}\n`,
      );
      text += `${key}\n${items.map((one) => `${indent}  - ${one}`).join('')}`;
    }
  }
  return text;
}

function scalar({ text, raw, block }: Leaf, { quote }: Style, indent: string): string {
  if (raw) return text;
  if (block && /^\w.*\w$/.test(text)) return `|-\n${indent}  ${text}`;
  if (quote === '' && /^[A-Z]\w+(?: \w+)*$/.test(text)) return text;
  if (quote === "'" && !text.includes('\n')) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text);
}

function xliff(root: Box): string {
  const units = [...leavesOf(root)].map(
    ({ leaf, path }) => `    <unit id="${path.join('')}">
${leaf.note === undefined ? '' : `      <notes>\n        <note>${leaf.note}</note>\n      </notes>\n`}      <segment>
        <source>${leaf.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</source>
      </segment>
    </unit>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en">
  <file id="f">
${units.join('')}  </file>
</xliff>
`;
}

function srt(root: Box): string {
  const cues = [...leavesOf(root)].map(({ leaf }) => leaf).sort((a, b) => a.start - b.start);
  return cues
    .map(({ start, end, text }, n) => `${n + 1}\n${timeOf(start)} --> ${timeOf(end)}\n${text}\n`)
    .join('\n');
}
