import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readRegularText } from '../../disk/index.js';
import type * as t from '@babel/types';
import { exportedBy } from './reading/exported.js';
import type { Node } from './reading/nodes.js';
import { childrenOf, isNamed, nameOf, pathOf, unwrap } from './reading/nodes.js';
import { declaring, Scope } from './reading/scope.js';
import { CodeError, loadParser, parseModule } from './reading/syntax.js';

/** Where code puts a catalog into an object that it makes of several files. */
export interface Mount {
  /** Relative to the root. */
  readonly file: string;
  /** Names before its keys: `['pages', 'home']`; empty for `...home`. */
  readonly path: readonly string[];
  /** Whether the object is known to be all texts of a locale: `{ en: { … } }`. */
  readonly isWhole: boolean;
}

interface MergedOptions {
  readonly root: string;
  /** Source catalogs, relative to the root. */
  readonly files: readonly string[];
  /** The source locale. */
  readonly source: string;
  /** Whether a file is a source catalog. */
  readonly isSource: (file: string) => boolean;
}

const CODE = /^(?!.*\.(?:d|test|spec)\.\w+$).*\.[cm]?[jt]sx?$/;
const DATA = /\.(?:json[5c]?|ya?ml|toml)$/;
/** Folders for code about languages, beside those of catalogs. */
const BESIDE = ['i18n', 'lang', 'locales', 'lib', 'plugins', 'services', 'config', 'utils'];
/** Longer files are not about catalogs. */
const LONGEST = 200_000;
/** The most modules from which an object is taken over. */
const DEEPEST = 6;

/**
 * How code merges source catalogs: `export default { home, shared }` beside them, and the objects
 * that use it. Reads the code in their folders and the folders above.
 */
export async function mountsOf(options: MergedOptions): Promise<readonly Mount[]> {
  const { root, files } = options;
  const folders = new Set(files.flatMap((file) => foldersAbove(file)));
  const beside = [...folders].flatMap((one) => BESIDE.map((name) => posix.join(one, name)));
  const all = new Set([...folders, ...beside]);
  const texts = new Map<string, string>();
  for (const folder of all) {
    for (const name of namesIn(join(root, folder)).filter((one) => CODE.test(one))) {
      const file = posix.join(folder, name);
      const text = textOf(join(root, file));
      if (/\bimport\b|\brequire\b/.test(text)) texts.set(file, text);
    }
  }
  const merging = [...texts].filter(([, text]) => /\.(?:json[5c]?|ya?ml|toml)['"`?]/.test(text));
  if (merging.length === 0) return [];
  await loadParser();
  const modules = new Modules(texts, [...folders], options);
  const found = [...texts].flatMap(([file]) => modules.mountsIn(file));
  return [...new Set(found.map(({ file }) => file))].flatMap((file) => mountsFor(file, found));
}

/** The places of a file: those in an object of a whole locale, if there are any. */
function mountsFor(file: string, found: readonly Mount[]): readonly Mount[] {
  const own = found.filter((one) => one.file === file);
  const whole = own.filter(({ isWhole }) => isWhole);
  const byPath = new Map((whole.length > 0 ? whole : own).map((one) => [one.path.join('\n'), one]));
  return [...byPath.values()];
}

function foldersAbove(file: string): readonly string[] {
  const folder = posix.dirname(file);
  return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    const text = readRegularText(path);
    return text.length > LONGEST ? '' : text;
  } catch {
    return '';
  }
}

/** A name of an object: a text, `null` for a spread, or undefined if code computes it. */
type Step = string | null | undefined;

/** A catalog below an object. */
interface Found {
  readonly file: string;
  readonly steps: readonly Step[];
}

interface Module {
  readonly file: string;
  readonly program: Node;
  /** Its top-level names. */
  readonly scope: Scope;
  /** What it exports by a name of its own. */
  readonly exported: ReadonlyMap<string, Node | Imported>;
}

interface Imported {
  readonly source: string;
  /** `*`: all of it. */
  readonly name: string;
}

class Modules {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #folders: readonly string[];
  readonly #options: MergedOptions;
  readonly #known = new Map<string, Module | undefined>();

  constructor(
    texts: ReadonlyMap<string, string>,
    folders: readonly string[],
    options: MergedOptions,
  ) {
    this.#texts = texts;
    this.#folders = folders;
    this.#options = options;
  }

  /** The catalogs in the outermost objects of a file. */
  mountsIn(file: string): readonly Mount[] {
    const module = this.#module(file);
    if (module === undefined) return [];
    const whole = this.#exported(module, '*', 0).flatMap((one) => this.#mountOf(one, []));
    return [...whole, ...this.#visit(module.program, module)];
  }

  #visit(node: Node, module: Module): readonly Mount[] {
    const steps = bundleSteps(node);
    const value = steps === undefined ? node : (node as { arguments: Node[] }).arguments.at(2);
    const isObject = value?.type === 'ObjectExpression' || steps !== undefined || isMerge(value);
    const found = isObject && value ? this.#found(value, module, 0) : [];
    if (found.length > 0) return found.flatMap((one) => this.#mountOf(one, steps ?? []));
    return childrenOf(node).flatMap((child) => this.#visit(child, module));
  }

  /** @param before names that a call gives: `addResourceBundle('en', 'shop', …)` */
  #mountOf({ file, steps }: Found, before: readonly Step[]): readonly Mount[] {
    const all = [...before, ...steps];
    const at = all.findIndex((step) => isLocale(step, this.#options.source));
    const rest = at === -1 ? withoutNames(all) : all.slice(at + 1);
    const path = rest.filter((step) => step !== null);
    if (!path.every((step) => typeof step === 'string')) return [];
    return [{ file, path, isWhole: at !== -1 }];
  }

  #found(node: Node, module: Module, depth: number): readonly Found[] {
    if (depth > DEEPEST) return [];
    const value = unwrap(node);
    switch (value.type) {
      case 'ObjectExpression':
        return value.properties.flatMap((property) => {
          if (property.type === 'ObjectMethod') return [];
          const isSpread = property.type === 'SpreadElement';
          const inner = isSpread ? property.argument : property.value;
          const step = isSpread ? null : nameOf(property.key, property.computed);
          return this.#found(inner, module, depth).map((one) => ({
            ...one,
            steps: [step, ...one.steps],
          }));
        });
      case 'Identifier':
        return this.#named(value.name, module, depth);
      case 'MemberExpression':
        return nameOf(value.property, value.computed) === 'default'
          ? this.#found(value.object, module, depth)
          : [];
      case 'CallExpression': {
        if (isMerge(value)) {
          return value.arguments.flatMap((one) => this.#found(one, module, depth));
        }
        const source = sourceOf(value);
        return source === undefined
          ? []
          : this.#imported({ source, name: 'default' }, module, depth);
      }
      default:
        return [];
    }
  }

  #imported({ source, name }: Imported, { file }: Module, depth: number): readonly Found[] {
    const written = source.replace(/\?.*$/, '').replaceAll(LOCALE, this.#options.source);
    const places = written.startsWith('.')
      ? [posix.join(posix.dirname(file), written)]
      : this.#folders.map((folder) => posix.join(folder, written.replace(/^[^/]*\//, '')));
    if (DATA.test(written)) {
      const { root, isSource } = this.#options;
      const data = places.find((one) => existsSync(join(root, one)) && isSource(one));
      return data === undefined ? [] : [{ file: data, steps: [] }];
    }
    const at = places
      .flatMap((one) => [one.replace(/\.[cm]?jsx?$/, ''), one])
      .flatMap((one) => ['', '/index'].map((end) => `${one}${end}`))
      .flatMap((one) => ['', '.ts', '.js', '.mjs', '.tsx', '.cjs'].map((end) => `${one}${end}`))
      .find((one) => this.#texts.has(one));
    const module = at === undefined ? undefined : this.#module(at);
    return module === undefined ? [] : this.#exported(module, name, depth + 1);
  }

  #named(name: string, module: Module, depth: number): readonly Found[] {
    const binding = module.scope.find(name);
    if (binding?.kind === 'import') return this.#imported(binding, module, depth);
    const isWhole = binding?.kind === 'value' && binding.path.length === 0;
    return isWhole ? this.#found(binding.init, module, depth + 1) : [];
  }

  #exported(module: Module, name: string, depth: number): readonly Found[] {
    if (depth > DEEPEST) return [];
    const handedOn = [...module.exported].filter(([, one]) => !('type' in one));
    if (name === '*' && handedOn.length > 0) {
      return handedOn.flatMap(([one]) =>
        this.#exported(module, one, depth).map((found) => ({
          ...found,
          steps: [one, ...found.steps],
        })),
      );
    }
    const own = name === '*' ? 'default' : name;
    const value = module.exported.get(own);
    if (value === undefined) return this.#named(own, module, depth);
    return 'type' in value
      ? this.#found(value, module, depth)
      : this.#imported(value, module, depth);
  }

  #module(file: string): Module | undefined {
    if (!this.#known.has(file)) {
      try {
        const language = /tsx$/.test(file) ? 'tsx' : /ts$/.test(file) ? 'ts' : 'js';
        const { program } = parseModule(this.#texts.get(file) ?? '', language);
        const scope = declaring(program.body, new Scope());
        this.#known.set(file, { file, program, scope, exported: exportsIn(program.body) });
      } catch (error) {
        if (!(error instanceof CodeError)) throw error;
        this.#known.set(file, undefined);
      }
    }
    return this.#known.get(file);
  }
}

/** Names of the whole, before those of its parts. */
function withoutNames(steps: readonly Step[]): readonly Step[] {
  const [first, ...rest] = steps;
  return first === 'messages' || first === 'resources' ? rest : steps;
}

/** Whether a name is the source locale; one that is computed is some locale. */
function isLocale(step: Step, source: string): boolean {
  if (step === undefined) return true;
  const [name, own] = [step ?? '', source].map((one) => one.toLowerCase().replaceAll('_', '-'));
  return name === own || (name?.length === 2 && own?.startsWith(`${name}-`) === true);
}

function exportsIn(body: readonly t.Statement[]): Module['exported'] {
  const exported = new Map<string, Node | Imported>();
  for (const statement of body) {
    for (const { name, node, source } of exportedBy(statement)) {
      // `export { default as home } from './home.json'`
      const imported = source === undefined ? undefined : nameOf(node, false);
      if (source === undefined) exported.set(name, node);
      else if (imported !== undefined) exported.set(name, { source, name: imported });
    }
    // `module.exports = { … }`
    const set = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
    if (set?.type === 'AssignmentExpression' && pathOf(set.left)?.at(-1) === 'exports')
      exported.set('default', set.right);
  }
  return exported;
}

/** `Object.assign({}, a, b)`, `merge(a, b)`, `Object.freeze(a)` */
function isMerge(node: Node | undefined): node is Extract<Node, { type: 'CallExpression' }> {
  if (node?.type !== 'CallExpression') return false;
  const name = pathOf(node.callee)?.at(-1) ?? '';
  return /^(?:assign|merge|mergeDeep|deepmerge|defu|freeze)$/i.test(name);
}

/** Stands for a part of a path that is only known at run time, mostly the locale. */
const LOCALE = '\0';

/** `require('./home.json')`, `import('./home.json')` */
function sourceOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = node;
  const isLoad = callee.type === 'Import' || isNamed(callee, 'require');
  return isLoad && given[0] !== undefined ? pathIn(given[0]) : undefined;
}

function pathIn(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 1) return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join(LOCALE);
}

/** The names in `i18n.addResourceBundle('en', 'shop', texts)`; undefined for other code. */
function bundleSteps(node: Node): readonly Step[] | undefined {
  if (node.type !== 'CallExpression' || pathOf(node.callee)?.at(-1) !== 'addResourceBundle')
    return undefined;
  return node.arguments
    .slice(0, 2)
    .map((one) => (one.type === 'StringLiteral' ? one.value : undefined));
}
