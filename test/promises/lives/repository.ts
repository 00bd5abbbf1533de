import { Project } from '../../support/project.js';
import type { Random } from './random.js';
import { readValues } from './reading.js';
import type { Values } from './reading.js';
import { keyOf, leavesOf, makeStyle, render } from './source.js';
import type { Box, Format, Leaf, List, Node, Owner, Path, Style } from './source.js';

const PATTERNS: Record<Format, { readonly source: string; readonly target: string }> = {
  json: { source: 'app/en/*.json', target: 'app/{locale}/*.json' },
  yaml: { source: 'web/en/*.yaml', target: 'web/{locale}/*.yaml' },
  rails: { source: 'config/*.en.yml', target: 'config/*.{locale}.yml' },
  xliff: { source: 'i18n/*.xlf', target: 'i18n/{locale}/*.xlf' },
  srt: { source: 'media/*.en.srt', target: 'media/*.{locale}.srt' },
};
const WORDS = ['Apple', 'Save', 'Birds fly', 'Cart total', 'Please wait'];
const TREES: ReadonlySet<Format> = new Set(['json', 'yaml', 'rails']);

export interface SourceFile {
  readonly format: Format;
  readonly name: string;
  readonly style: Style;
  readonly root: Box;
}

/** A text of the source, and where it is. */
export interface Text {
  readonly file: SourceFile;
  readonly leaf: Leaf;
  /** In the tree of the source, and as targets have it. */
  readonly path: Path;
  readonly key: Path;
  readonly list: List | undefined;
}

/** A project of random catalogs, and what its sources say. */
export class Repository {
  readonly project: Project;
  readonly targets: readonly string[];
  readonly files: SourceFile[] = [];
  readonly #random: Random;
  #count = 0;
  /** When the last subtitle of all that there were ended, in milliseconds. */
  #lastEnd = 0;

  constructor(random: Random, finished: (task: () => void) => void) {
    this.#random = random;
    this.project = new Project({}, 'life', finished);
    const locales = ['de', 'fr', 'pl', 'ja', 'pt-BR'].sort(() => random.next() - 0.5);
    this.targets = locales.slice(0, 1 + random.below(2));
    const formats = new Set<Format>();
    for (let n = 1 + random.below(2); n > 0; n -= 1)
      formats.add(random.of(['json', 'json', 'yaml', 'yaml', 'rails', 'xliff', 'srt']) ?? 'json');
    for (const format of formats)
      for (let n = 1 + random.below(2); n > 0; n -= 1) this.#makeFile(format);
    this.configure('');
  }

  /** Writes the config; what is under `translate:` changes what is asked for. */
  configure(translate: string): void {
    const formats = [...new Set(this.files.map(({ format }) => format))];
    const catalogs = formats.map((format) => PATTERNS[format]);
    const lines = catalogs.map(
      ({ source, target }) => `  - { source: '${source}', target: '${target}', empty: intended }\n`,
    );
    this.project.write(
      'service.config.yaml',
      `version: 1\nsource: en\ntargets: [${this.targets.join(', ')}]\ncatalogs:\n${lines.join('')}${translate}`,
    );
  }

  sourcePath({ format, name }: SourceFile): string {
    return PATTERNS[format].source.replace('*', name);
  }

  targetPath({ format, name }: SourceFile, locale: string): string {
    return PATTERNS[format].target.replace('*', name).replace('{locale}', locale);
  }

  /** Of every file that is to be, with its locale. */
  targetFiles(): { readonly file: SourceFile; readonly locale: string; readonly path: string }[] {
    return this.files.flatMap((file) =>
      this.targets.map((locale) => ({ file, locale, path: this.targetPath(file, locale) })),
    );
  }

  save(file: SourceFile): void {
    const { format, root, style } = file;
    this.project.write(this.sourcePath(file), render(format, root, { style, locale: 'en' }));
  }

  values(file: SourceFile, locale: string): Values {
    const path = this.targetPath(file, locale);
    if (!this.project.has(path)) return new Map();
    return readValues(file.format, this.project.read(path), locale);
  }

  /** Everything that is translated. */
  texts(): Text[] {
    return this.files.flatMap((file) =>
      [...leavesOf(file.root)]
        .filter(({ leaf }) => !leaf.raw)
        .map((place) => ({ file, ...place, key: keyOf(file.format, place) })),
    );
  }

  /** One of them. */
  choose(random: Random, test: (text: Text) => boolean): Text | undefined {
    return random.of(this.texts().filter(test));
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  newName(format: Format): string {
    const n = this.next();
    const odd = [`key.${n}`, `k ${n}`, `${n}`, `ключ${n}`, 'constructor', '__proto__'];
    const isPlain = !TREES.has(format) || this.#random.chance(0.85);
    const name = isPlain ? undefined : this.#random.of(odd);
    return name === undefined || (format !== 'json' && name === `${n}`) ? `k${n}` : name;
  }

  newText(format: Format): string {
    const n = this.next();
    const words = `${this.#random.of(WORDS) ?? ''} ${n}`;
    if (format === 'srt')
      return this.#random.chance(0.8) ? `${words}.` : `<i>${words}</i> first,\nthen second.`;
    const name = { json: '{{name}}', yaml: '{name}', rails: '%{name}', xliff: '{{name}}' }[format];
    const odd = [
      `${words} ${name}`,
      `${name}: ${words} & more`,
      `"${words}" \\ # é: \u{1f600}`,
      ` ${words} `,
      `${n}`,
      `- '${words}'`,
      ...(format === 'xliff' ? [] : [`${words}\nsecond`, `<b>${words}</b> or not`]),
    ];
    return (this.#random.chance(0.6) ? undefined : this.#random.of(odd)) ?? words;
  }

  newLeaf(format: Format, last = 0): Leaf {
    const start = last + 2500 + this.#random.below(3000);
    const end = start + 1000 + this.#random.below(1000);
    return {
      ...{ type: 'leaf', raw: false, settled: false, moved: false, start, end },
      text: this.newText(format),
      note: this.#random.chance(0.1) && format !== 'srt' ? 'A note' : undefined,
      block: this.#random.chance(0.15),
      owners: new Map<string, Owner>(),
    };
  }

  newElement(format: Format, like: Node | undefined): Node {
    if (like?.type !== 'box') return this.newLeaf(format);
    return {
      type: 'box',
      members: new Map([...like.members.keys()].map((key) => [key, this.newLeaf(format)])),
    };
  }

  /** Adds something to a box: a text, or in a tree a box, an array or a number as well. */
  addTo(box: Box, format: Format, depth = 0): void {
    const name = this.newName(format);
    if (box.members.has(name)) return;
    const kind = TREES.has(format) && depth < 3 ? this.#random.below(10) : 9;
    // A subtitle at the times of one that is gone is the same to whoever has no lock.
    const ends = [...leavesOf(box)].map(({ leaf }) => leaf.end);
    const leaf = this.newLeaf(format, Math.max(this.#lastEnd, ...ends));
    if (format === 'srt') this.#lastEnd = leaf.end;
    if (kind < 2) box.members.set(name, this.#newBox(format, depth + 1));
    else if (kind === 2) {
      const first = this.#random.chance(0.5) ? leaf : this.#newBox(format, 3);
      const items = [first, this.newElement(format, first), this.newElement(format, first)];
      box.members.set(name, { type: 'list', items, changed: false, edited: false });
    } else if (kind === 3) box.members.set(name, { ...leaf, text: '42', raw: true });
    else box.members.set(name, leaf);
  }

  #newBox(format: Format, depth: number): Box {
    const box: Box = { type: 'box', members: new Map() };
    while (box.members.size < 2) this.addTo(box, format, depth);
    return box;
  }

  #makeFile(format: Format): void {
    const root: Box = { type: 'box', members: new Map() };
    for (let n = 3 + this.#random.below(4); n > 0; n -= 1) this.addTo(root, format);
    while ([...leavesOf(root)].length < 3) this.addTo(root, format, 3);
    const file = { format, name: `f${this.next()}`, style: makeStyle(this.#random), root };
    this.files.push(file);
    this.save(file);
  }
}
