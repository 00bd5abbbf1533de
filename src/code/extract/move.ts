import { basename, dirname, join, posix } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularFile } from '../../disk/index.js';
import { applySplices, i18nBlocks } from '../../formats/index.js';
import type { Splice } from '../../formats/index.js';
import { defined } from '../../model/index.js';
import { CodeFiles } from './code-files.js';
import type { Code, Unsaved } from './code-keys.js';
import { readable } from './error.js';
import { addKeys, refuseShared } from './extract.js';
import type { KeysRead } from './extract.js';
import { readParts } from './owners.js';
import type { Part } from './owners.js';
import { dependenciesOf, foldersFor, manifestIn } from './packages.js';
import { readCodeFile } from './reading/file-reader.js';
import { originOf, sourceOf } from './reading/imported.js';
import { PARAGLIDE } from './reading/messages.js';
import { argumentOf, isCall, pathOf, propertyOf, unwrap, writtenText } from './reading/nodes.js';
import type { Call } from './reading/nodes.js';
import { originalName } from './reading/scope.js';
import type { Scope } from './reading/scope.js';
import type { TextPart } from './reading/shown.js';
import type { Origin } from './reading/use.js';
import { HOOKS } from './reading/translator.js';
import type { ExtractSettings } from './settings.js';
import { keySign, pluralForm, writtenKey } from './separators.js';
import { catalogsFor } from './source-catalogs.js';
import { changedFiles } from './types.js';
import type { ChangedFile, CodeFile, CodeKey } from './types.js';
import type { Origins } from './wanted.js';
import { wantedOf } from './wanted.js';
import { findTexts, MOVED_FROM, withoutPlace } from './words.js';
import type { FileTexts, FoundText, HardCodedText, TextsIn } from './words.js';

/** A text that moves into a catalog. */
export interface MovedText extends HardCodedText {
  /** With its prefix, as the catalog has it. */
  readonly key: string;
}

/** A text that stays, and why, as the end of a sentence. */
export interface LeftText extends HardCodedText {
  readonly reason: string;
}

/** What moving the hard-coded texts into the catalogs would change. */
export interface TextMove {
  readonly moved: readonly MovedText[];
  readonly left: readonly LeftText[];
  /** Code first, then catalogs, which are to be written before it. */
  readonly files: readonly ChangedFile[];
}

/** How a library is called. */
interface Library {
  readonly packages: RegExp;
  /** Functions whose result translates, and the place of the function in it; absent: it has none. */
  readonly hooks?: RegExp;
  readonly path?: (name: string) => string | undefined;
  /** A value in a text; absent: not known. */
  readonly value?: (name: string) => string;
  /** Signs with a meaning of their own in its texts. */
  readonly syntax: RegExp;
  /** The package that exports such functions itself, their names, and the sign before them. */
  readonly owner?: readonly [source: string, names: RegExp, sign: string];
  /** What a component without a hook can call in a template. */
  readonly global?: string;
}

const OWN_MESSAGES = 'the component has messages of its own';

const LIBRARIES: Readonly<Record<string, Library>> = {
  'next-intl': {
    packages: /^(?:next-intl|use-intl)$/,
    hooks: /^(?:use|get)Translations$/,
    path: (path) => (path === '' ? '' : undefined),
    value: (name) => `{${name}}`,
    syntax: /[{}<>]|'\s*[{}<]/,
  },
  'react-intl': {
    packages: /^react-intl$/,
    hooks: /^useIntl$/,
    path: (path) => (path === '' ? '.formatMessage' : path === 'formatMessage' ? '' : undefined),
    value: (name) => `{${name}}`,
    syntax: /[{}<>]/,
  },
  'vue-i18n': {
    packages: /^(?:vue-i18n|@nuxtjs\/i18n)$/,
    hooks: /^useI18n$/,
    path: (path) => (path === 't' ? '' : undefined),
    value: (name) => `{${name}}`,
    syntax: /[{}@|$%]/,
    global: '$t',
  },
  i18next: {
    packages: /^(?:i18next|react-i18next|next-i18next)$/,
    hooks: HOOKS,
    owner: ['i18next', /^t$/, ''],
    path: (path) => (/^(?:t|0)?$/.test(path) ? '' : undefined),
    value: (name) => `{{${name}}}`,
    syntax: /\{\{|\}\}|\$t\(/,
  },
  'svelte-i18n': {
    packages: /^svelte-i18n$/,
    owner: ['svelte-i18n', /^(?:_|t|format)$/, '$'],
    value: (name) => `{${name}}`,
    syntax: /[{}<>]/,
  },
  Paraglide: {
    packages: /^@inlang\/paraglide/,
    value: (name) => `{${name}}`,
    syntax: /[{}\\]/,
  },
};

/** A function of the project, which templates of Svelte and Astro call as they do already. */
const OWN: Library = {
  packages: /$^/,
  syntax: /[{}<>@|$%]/,
};
const BY_CALLS = /\.(?:svelte|astro)$/;
/** Where Svelte's templates name values of their own. */
const SVELTE_NAMES = /\{(?:#each|#await|:then|:catch|#snippet|@const)\b[^}]*\}|\blet:[\w:]+/g;

/** A function that translates, as code names it in one place. */
interface Caller {
  readonly code: string;
  readonly namespace?: string;
  readonly prefix?: string;
  /** What makes the name known in the file. */
  readonly added?: Splice;
}

/** The texts in a part of a file, each with the reason if it cannot be moved. */
export async function movableTexts(
  config: ResolvedConfig,
  part: PlanningPart,
  only: TextsIn,
): Promise<readonly (HardCodedText & { readonly reason?: string })[]> {
  const { files } = await findTexts(config, [part.extract], only);
  const writer = files.length === 0 ? undefined : new Writer(config.root, part);
  return files.flatMap((one) =>
    one.texts.map((text) => {
      const plan = writer?.plan(one, text);
      return { ...withoutPlace(text), ...(typeof plan === 'string' && { reason: plan }) };
    }),
  );
}

type PlanningPart = Pick<KeysRead, 'extract' | 'code' | 'asking' | 'catalogs'>;

interface Plan {
  readonly text: FoundText;
  readonly key: string;
  readonly namespace: string | undefined;
  /** Undefined: the reader derives it, as for `<Trans>`. */
  readonly value: string | undefined;
  readonly edits: readonly Splice[];
}

/** A file of code after the move. */
interface EditedFile extends ChangedFile {
  readonly read: CodeFile;
  readonly plans: readonly Plan[];
}

export interface MoveOptions {
  /** Only these texts. Default: all. */
  readonly only?: TextsIn;
  /** Texts that an editor has not saved, by path. Default: none. */
  readonly unsaved?: Unsaved;
}

/**
 * Moves hard-coded texts into the source catalogs, and puts calls of the project's library in
 * their place. Writes nothing.
 * @throws ExtractError, FormatError for a catalog that cannot be read
 */
export async function moveTexts(
  config: ResolvedConfig,
  { only, unsaved }: MoveOptions = {},
): Promise<TextMove> {
  const moves: PartMove[] = [];
  const shared = new Map<string, readonly FoundText[]>();
  const parts = await readParts(config, new CodeFiles(unsaved));
  for (const [at, part] of parts.entries()) {
    const { files } = await findTexts(config, [part.extract], only);
    const { owners } = part;
    const own = files.filter(({ file }) => owners === undefined || owners.of(file).home === at);
    moves.push(await moveIn(config, part, { files: own, unsaved }));
    const unclear = files.filter(({ file }) => owners?.of(file).home === undefined);
    if (owners !== undefined) for (const one of unclear) shared.set(one.file, one.texts);
  }
  const catalogs = moves.flatMap((one) => one.catalogs);
  refuseShared(catalogs);
  const reason = 'several packages use this code, so its catalog is not clear';
  const unclear = [...shared.values()].flat().map((one) => ({ ...withoutPlace(one), reason }));
  return {
    moved: moves.flatMap(({ moved }) => moved),
    left: [...moves.flatMap(({ left }) => left), ...unclear],
    files: [...moves.flatMap(({ code }) => code), ...catalogs],
  };
}

/** What moving the texts of a part of `extract:` would change. */
interface PartMove extends Omit<TextMove, 'files'> {
  readonly code: readonly ChangedFile[];
  readonly catalogs: readonly ChangedFile[];
}

async function moveIn(
  config: ResolvedConfig,
  part: Part,
  {
    files,
    unsaved,
  }: { readonly files: readonly FileTexts[]; readonly unsaved: Unsaved | undefined },
): Promise<PartMove> {
  const { extract, code } = part;
  const { catalogs } = await catalogsFor(config, extract, part);
  const left: LeftText[] = [];
  const stay = (texts: readonly FoundText[], reason: string): void => {
    left.push(...texts.map((text) => ({ ...withoutPlace(text), reason })));
  };
  const writer = new Writer(config.root, { ...part, catalogs });
  const edited = new Map<string, EditedFile>();
  for (const one of files) {
    const plans = one.texts.flatMap((text): readonly Plan[] => {
      const plan = writer.plan(one, text);
      if (typeof plan !== 'string') return [plan];
      stay([text], plan);
      return [];
    });
    if (plans.length === 0) continue;
    const file = editedFile(config.root, { one, plans, code, unsaved }, extract);
    if (typeof file !== 'string') edited.set(one.file, file);
    else stay(textsOf(plans), file);
  }
  const now = { ...code, files: code.files.map((one) => edited.get(one.file)?.read ?? one) };
  const wanted = wantedOf(now, extract);
  const keys = new Map<string, readonly CodeKey[]>();
  for (const { file, plans } of edited.values()) {
    const own = wanted.keys.filter((key) => key.file === file);
    const found = plans.flatMap((plan) => {
      const key = own.find(
        (one) =>
          one.key === plan.key &&
          (plan.namespace === undefined || one.namespace === plan.namespace),
      );
      return key === undefined ? [] : [{ ...key, text: plan.value ?? key.text, note: undefined }];
    });
    if (found.length === plans.length) keys.set(file, found);
    else stay(textsOf(plans), 'the extraction would not find its key again');
  }
  const add = () =>
    addKeys(config, extract, {
      ...{ code: now, unsaved },
      asking: { ...wanted, keys: [...keys.values()].flat() },
    });
  let { changes, refused } = await add();
  if (refused.size > 0) {
    for (const file of refused) {
      if (keys.delete(file))
        stay(textsOf(edited.get(file)?.plans ?? []), 'no catalog takes its key');
    }
    ({ changes, refused } = await add());
  }
  const done = [...edited.values()].filter(({ file }) => keys.has(file));
  const moved = done.flatMap(({ plans }) =>
    plans.map(({ text, key }) => ({ ...withoutPlace(text), key })),
  );
  return { moved, left, code: done, catalogs: changedFiles(changes) };
}

function textsOf(plans: readonly Plan[]): readonly FoundText[] {
  return plans.map(({ text }) => text);
}

/** The file with its calls; a text: why it stays as it is. */
function editedFile(
  root: string,
  {
    one: { file, code: written },
    plans,
    code,
    unsaved,
  }: {
    readonly one: FileTexts;
    readonly plans: readonly Plan[];
    readonly code: Code;
    readonly unsaved: Unsaved | undefined;
  },
  extract: ExtractSettings,
): EditedFile | string {
  const text = unsaved?.get(file);
  const before =
    text === undefined
      ? readable(file, () => readRegularFile(join(root, file)))
      : Buffer.from(text);
  const known = code.files.find((one) => one.file === file);
  if (known === undefined || !before.equals(Buffer.from(written))) {
    return 'the file is not read as code, or is not UTF-8';
  }
  const after = applySplices(written, [
    ...new Map(
      plans.flatMap(({ edits }) => edits).map((one) => [JSON.stringify(one), one]),
    ).values(),
  ]);
  const settings = { ...extract, keySeparator: extract.separators.key };
  const { uses, exported, errors } = readCodeFile(file, after, settings);
  if (errors.length > 0 || known.problem !== undefined) return 'the code cannot be parsed';
  const read = { ...known, uses, exported };
  return { file, before, after: Buffer.from(after), plans, read };
}

/** Plans the call for each text. */
class Writer {
  readonly #settings: ExtractSettings;
  /** Texts of the catalogs, and those that were planned. */
  readonly #names: Map<string, string>;
  readonly #origins: Origins;
  readonly #keys: readonly CodeKey[];
  readonly #dependencies: readonly string[];
  readonly #givesTexts: boolean;
  /** Where a file imports Paraglide's messages from. */
  readonly #messages: (Origin & { readonly file: string }) | undefined;
  readonly #isNested: boolean;
  readonly #style: Style;

  constructor(root: string, { extract, code, asking, catalogs }: PlanningPart) {
    this.#settings = extract;
    const { separators } = extract;
    // As code names them: with and without the namespace.
    const names = catalogs.flatMap(({ document, namespace = '' }) =>
      document.units.flatMap(({ key, text }) => {
        const name = writtenKey(key, separators);
        return [name, `${namespace}:${name}`].map((one) => [one, text] as const);
      }),
    );
    this.#names = new Map(names);
    this.#origins = asking.origins;
    this.#keys = asking.keys;
    this.#dependencies = foldersFor(root, extract.catalog).flatMap((folder) =>
      dependenciesOf(manifestIn(folder)),
    );
    const uses = code.files.flatMap((one) => one.uses).filter((use) => use.key.length === 1);
    const given = uses.filter((use) => use.text !== undefined && use.isText !== true).length;
    this.#givesTexts = given * 2 > uses.length;
    const imports = code.files.flatMap(({ file, uses: own }) =>
      own.flatMap(({ library, from }) => (library === 'plain' && from ? { file, ...from } : [])),
    );
    this.#messages = imports.find(({ source }) => PARAGLIDE.test(source));
    const sign = keySign(separators.key);
    const own = [...this.#names].filter(([name]) => !name.startsWith(':') && !name.includes(':'));
    const nested = own.filter(([name]) => name.includes(sign) && !/\s/.test(name)).length;
    this.#isNested = own.length > 0 && nested * 2 >= own.length;
    const form = pluralForm(separators.plural);
    const stems = own.map(([name, text]) => [form ? name.replace(form, '') : name, text] as const);
    this.#style = styleOf(stems, sign);
  }

  /** The change for a text; or why it stays, as the end of a sentence. */
  plan({ file, code }: FileTexts, text: FoundText): Plan | string {
    const isByCalls = BY_CALLS.test(file);
    const library = this.#libraryOf(code, isByCalls);
    if (library === undefined)
      return 'only i18next, vue-i18n, next-intl, react-intl, svelte-i18n and Paraglide are known here';
    const [name, rules] = library;
    const { shown } = text;
    const isVue = file.endsWith('.vue');
    if (isVue !== (name === 'vue-i18n') || !MOVED_FROM.test(file)) {
      return `${name} is not called in such files`;
    }
    if (shown.scope === undefined) return 'its exact place in the expression is not known';
    const hasBlock = i18nBlocks(code).length > 0 || /<i18n\s[^>]*\bsrc=/.test(code);
    if (isVue && hasBlock) return OWN_MESSAGES;
    const caller =
      (name === 'Paraglide' ? this.#messagesIn(text, code) : undefined) ??
      this.#callerIn(text, { file, code, rules }) ??
      (isByCalls ? this.#calledIn(text, code) : undefined) ??
      (rules.global === undefined ? undefined : { code: rules.global });
    if (caller === undefined)
      return rules === OWN
        ? 'no call in its file shows how texts are looked up there'
        : `no translation function of ${name} is in scope there`;
    if (typeof caller === 'string') return caller;
    if (shown.isPart === true) return 'it is a part of a sentence';
    const hasTags = shown.parts.some(
      (one) => one !== null && typeof one === 'object' && 'tag' in one,
    );
    if (hasTags) return this.#planTrans({ name, code, caller }, text);
    if (shown.parts.includes(null)) return 'a value in it has no name';
    const values = new Map<string, string>();
    for (const one of shown.parts) {
      if (one === null || typeof one === 'string' || 'tag' in one) continue;
      if (rules.value === undefined) return 'how a value is given to a text is not known';
      if ((values.get(one.name) ?? one.code) !== one.code)
        return 'two values in it have the same name';
      values.set(one.name, one.code);
    }
    const own = shown.parts.filter((one) => typeof one === 'string').join('');
    if (rules.syntax.test(own)) return `it contains signs that may mean something else to ${name}`;
    const spelled = shown.parts.map((one) => partText(one, rules)).join('');
    const value = shown.place === 'content' ? spelled.replace(/\s+/g, ' ').trim() : spelled;
    if (value !== value.trim()) return 'it starts or ends with a space';
    const key = this.#keyFor(text, value, caller);
    if (key === undefined) return 'no key can be made of it';
    const call = this.#call({ name, caller, key, value, values }, quoteOf(code, isVue));
    return {
      text,
      key: key.full,
      namespace: caller.namespace,
      value,
      edits: [
        ...(caller.added ? [caller.added] : []),
        { start: shown.from, end: shown.to, text: placed(call, text, isVue) },
      ],
    };
  }

  /** Paraglide's messages, imported as the file or another one does it. */
  #messagesIn({ file, shown: { scope } }: FoundText, code: string): Caller | string {
    for (const [name, binding] of scope?.visible() ?? []) {
      const isTheirs = binding.kind === 'import' && PARAGLIDE.test(binding.source);
      if (isTheirs && /^[m*]$/.test(binding.name)) return { code: name };
    }
    if (scope?.find('m') !== undefined) return 'm means something else there';
    if (this.#messages === undefined) return 'no code shows where the messages are imported from';
    const { source, name, file: other } = this.#messages;
    const path = posix.relative(posix.dirname(file), posix.join(posix.dirname(other), source));
    const near = path.startsWith('.') ? path : `./${path}`;
    const from = source.startsWith('.') ? near : source;
    const quote = quoteOf(code, false);
    const what = name === '*' ? '* as m' : '{ m }';
    const statement = `import ${what} from ${quote}${from}${quote};`;
    return { code: 'm', added: importIn(file, code, statement) };
  }

  /** The translation function in scope; a text: why it cannot be used. */
  #callerIn({ shown }: FoundText, place: HookPlace): Caller | string | undefined {
    const { rules } = place;
    const [source, names, sign = ''] = rules.owner ?? [];
    for (const [name, binding] of shown.scope?.visible() ?? []) {
      if (binding.kind === 'import' && binding.source === source && names?.test(binding.name)) {
        return { code: `${sign}${name}` };
      }
      if (binding.kind !== 'value') continue;
      const call = unwrap(binding.init);
      if (!isCall(call) || !rules.hooks?.test(pathOf(call.callee)?.at(-1) ?? '')) continue;
      const own = rules.path?.(binding.path.join('.'));
      if (own === undefined || (call.start ?? 0) > shown.from) continue;
      if (this.#isHook(call, binding.scope, place)) {
        return withNames({ code: `${name}${own}` }, call);
      }
    }
    return undefined;
  }

  /** What the file itself calls with keys, most often; its names are those of the whole template. */
  #calledIn({ file, shown: { scope } }: FoundText, code: string): Caller | string | undefined {
    const callers = new Map<string, { readonly caller: Caller; count: number }>();
    for (const { at, key, written, namespace, ...own } of this.#keys) {
      if (own.file !== file || at === undefined || !key.endsWith(written)) continue;
      const before = code.slice(Math.max(0, at[0] - 100), at[0]);
      const called = /(?<![\w$.])([A-Za-z_$][\w$.]*)\(\s*$/.exec(before)?.[1];
      if (called === undefined) continue;
      const prefix = key.slice(0, key.length - written.length);
      const caller = { code: called, ...defined({ namespace, prefix: prefix || undefined }) };
      const id = JSON.stringify(caller);
      const known = callers.get(id);
      if (known === undefined) callers.set(id, { caller, count: 1 });
      else known.count += 1;
    }
    const [most] = [...callers.values()].sort((a, b) => b.count - a.count);
    if (most === undefined) return undefined;
    const { caller } = most;
    const name = caller.code.replace(/\..*/, '');
    let top = scope;
    while (top?.parent !== undefined) top = top.parent;
    const isOfStore = name.startsWith('$') && top?.find(name) === undefined;
    const root = isOfStore ? name.slice(1) : name;
    const known = top?.find(root);
    if (known === undefined && root !== 'Astro') return undefined;
    const isNamed = new RegExp(`(?<![\\w$.])${root.replaceAll('$', '\\$')}(?![\\w$(])`);
    const isHidden =
      file.endsWith('.svelte') && code.match(SVELTE_NAMES)?.some((one) => isNamed.test(one));
    return isHidden === true || scope?.find(root) !== known
      ? `${root} means something else in a part of the template`
      : caller;
  }

  /** Whether a hook is the library's, or one of the project's that returns such a translator. */
  #isHook({ callee }: Call, scope: Scope, { file, code, rules }: HookPlace): boolean {
    const [root = '', ...below] = pathOf(callee) ?? [];
    const binding = scope.find(root);
    // Nuxt and others import it themselves.
    // But not `declare function useTranslation(): Own`.
    if (binding === undefined)
      return below.length === 0 && !new RegExp(`\\bfunction\\s+${root}\\b`).test(code);
    // `import { useOther as useTranslation }`
    if (below.length === 0 && !rules.hooks?.test(originalName(root, scope))) return false;
    const isOurs = (source = ''): boolean => rules.packages.test(packageOf(source));
    if (isOurs(sourceOf(binding))) return true;
    const origin = originOf(callee, scope);
    const found = origin && this.#origins.find({ ...origin, given: true }, file);
    const isKnown = found?.given === true && found.library !== 'any';
    return isKnown || isOurs(found?.from?.source);
  }

  #call({ name, caller, key, value, values: named }: CallParts, quote: string): string {
    const quoted = (text: string): string =>
      quote +
      text
        .replace(/[\\\n]/g, (sign) => (sign === '\n' ? '\\n' : '\\\\'))
        .replaceAll(quote, `\\${quote}`) +
      quote;
    const given = [...named].map(([own, code]) => (own === code ? own : `${own}: ${code}`));
    const object = `{ ${given.join(', ')} }`;
    const values = name === 'svelte-i18n' ? `{ values: ${object} }` : object;
    if (name === 'Paraglide') {
      const isName = /^[A-Za-z_$][\w$]*$/.test(key.written);
      const member = isName ? `.${key.written}` : `[${quoted(key.written)}]`;
      return `${caller.code}${member}(${given.length === 0 ? '' : object})`;
    }
    const options = given.length === 0 ? '' : `, ${values}`;
    if (name === 'react-intl') {
      return `${caller.code}({ id: ${quoted(key.written)}, defaultMessage: ${quoted(value)} }${options})`;
    }
    const text = name === 'i18next' && this.#givesTexts ? `, ${quoted(value)}` : '';
    return `${caller.code}(${quoted(key.written)}${text}${options})`;
  }

  /** A sentence with elements becomes the content of react-i18next's `<Trans>`. */
  #planTrans(
    {
      name,
      code,
      caller,
    }: { readonly name: string; readonly code: string; readonly caller: Caller },
    text: FoundText,
  ): Plan | string {
    const { shown } = text;
    const isPlain = (one: TextPart): boolean =>
      typeof one === 'string' || (one !== null && 'tag' in one && one.inner.every(isPlain));
    if (name !== 'i18next') return 'it contains elements';
    if (!shown.parts.every(isPlain)) return 'it contains elements and values';
    if (
      shown.parts.some(
        (one) => typeof one === 'string' && LIBRARIES['i18next']?.syntax.test(one) === true,
      )
    )
      return 'it contains signs that mean something else to i18next';
    const imported = /import\s*\{([^{}]*)\}\s*from\s*(['"])react-i18next\2/.exec(code);
    if (imported === null) return 'react-i18next is not imported there';
    const hasTrans = /\bTrans\b(?!\s+as\b)/.test(imported[1] ?? '');
    const key = this.#keyFor(text, words(shown.parts), caller);
    if (key === undefined) return 'no key can be made of it';
    const list = imported.index + imported[0].indexOf('{') + 1;
    const t =
      caller.namespace === undefined && caller.prefix === undefined ? '' : ` t={${caller.code}}`;
    const edits = [
      { start: shown.from, end: shown.from, text: `<Trans${t} i18nKey="${key.written}">` },
      { start: shown.to, end: shown.to, text: '</Trans>' },
      ...(hasTrans ? [] : [{ start: list, end: list, text: ' Trans,' }]),
    ];
    return { text, key: key.full, namespace: caller.namespace, value: undefined, edits };
  }

  #libraryOf(code: string, isByCalls: boolean): readonly [string, Library] | undefined {
    const all = Object.entries(LIBRARIES);
    const imported = [...code.matchAll(/from\s*['"]([^'"\n]+)['"]/g)].map(([, name = '']) => name);
    const named = all.find(([, one]) => this.#dependencies.some((name) => one.packages.test(name)));
    return (
      all.find(([, one]) => imported.some((name) => one.packages.test(packageOf(name)))) ??
      (isByCalls && named?.[0] !== 'Paraglide'
        ? (['function of the project', OWN] as const)
        : named)
    );
  }

  /** A key for a text, as the catalog's others are; the same for the same text in one file. */
  #keyFor(
    { file, text }: FoundText,
    value: string,
    caller: Caller,
  ): { readonly written: string; readonly full: string } | undefined {
    const { separators } = this.#settings;
    const sign = keySign(separators.key);
    const prefix = caller.prefix ?? '';
    if (this.#style === 'text') {
      const isCut = [separators.key, separators.namespace].some(
        (one) => one !== false && text.includes(one),
      );
      return isCut || prefix !== '' ? undefined : { written: value, full: value };
    }
    const slug = slugOf(text, this.#style);
    if (slug === '') return undefined;
    const hasGroup = this.#isNested && prefix === '' && caller.namespace === undefined;
    const group = hasGroup ? `${groupOf(file, this.#style)}${sign}` : '';
    for (let at = 1; at < 100; at += 1) {
      const written = `${group}${slug}${at === 1 ? '' : String(at)}`;
      const full = `${prefix}${written}`;
      const known = this.#names.get(full) ?? this.#names.get(`${caller.namespace ?? ''}:${full}`);
      if (known === undefined ? this.#isFree(full, sign) : known === value) {
        this.#names.set(full, value);
        return { written, full };
      }
    }
    return undefined;
  }

  /** Whether no group has this name, and no text stands where it needs a group. */
  #isFree(key: string, sign: string): boolean {
    const parts = key.split(sign);
    if (parts.some((_, at) => at > 0 && this.#names.has(parts.slice(0, at).join(sign))))
      return false;
    for (const name of this.#names.keys()) {
      if (name.startsWith(key) && /^(?:\W|_)/.test(name.slice(key.length))) return false;
    }
    return true;
  }
}

interface HookPlace extends Pick<FileTexts, 'file' | 'code'> {
  readonly rules: Library;
}

function packageOf(source: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? '';
}

interface CallParts {
  readonly name: string;
  readonly caller: Caller;
  readonly key: { readonly written: string };
  readonly value: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Adds the namespace and prefix that the hook is given; a text: why it cannot be used. */
function withNames(caller: Caller, call: Call): Caller | string {
  const [first, second] = [argumentOf(call), argumentOf(call, 1)];
  if (first === undefined) return caller;
  const text = writtenText(first);
  const hook = pathOf(call.callee)?.at(-1) ?? '';
  const unknown = 'its namespace is only known at run time';
  if (/Translations$/.test(hook)) {
    return text === undefined ? unknown : { ...caller, prefix: `${text}.` };
  }
  if (!HOOKS.test(hook)) {
    // `useI18n({ useScope: 'local' })`
    const isLocal =
      first.type === 'ObjectExpression' && propertyOf(first, 'messages') !== undefined;
    return isLocal ? OWN_MESSAGES : caller;
  }
  const namespace = first.type === 'ArrayExpression' ? writtenText(first.elements[0]) : text;
  if (namespace === undefined && pathOf(first)?.join() !== 'undefined') return unknown;
  const given = second?.type === 'ObjectExpression' ? propertyOf(second, 'keyPrefix') : undefined;
  const prefix = given && writtenText(given);
  if (given !== undefined && prefix === undefined) return 'its prefix is only known at run time';
  return { ...caller, ...defined({ namespace, prefix: prefix && `${prefix}.` }) };
}

function partText(one: TextPart, { value }: Library): string {
  if (typeof one === 'string') return one;
  return one === null || 'tag' in one ? '' : (value?.(one.name) ?? '');
}

/** The words of a sentence without its elements. */
function words(parts: readonly TextPart[]): string {
  return parts
    .map((one) =>
      typeof one === 'string' ? one : one !== null && 'tag' in one ? words(one.inner) : '',
    )
    .join('');
}

/** A call where the text was. */
function placed(call: string, { shown }: FoundText, isVue: boolean): string {
  if (shown.place === 'expression') return call;
  if (shown.place === 'content') return isVue ? `{{ ${call} }}` : `{${call}}`;
  return isVue ? `:${shown.attribute ?? ''}="${call}"` : `${shown.attribute ?? ''}={${call}}`;
}

const IMPORT = /^([ \t]*)import\b[^'"`;]*(?:'[^'\n]*'|"[^"\n]*")[^'"`;\n]*;?[ \t]*$/gm;

/** A statement behind the other imports of a file; in a template without code, with its block. */
function importIn(file: string, code: string, statement: string): Splice {
  const last = [...code.matchAll(IMPORT)].at(-1);
  const block = /\.svelte$/.test(file)
    ? { start: /<script\b[^>]*>/, empty: `<script>\n  ${statement}\n</script>\n\n` }
    : /\.astro$/.test(file)
      ? { start: /^---/, empty: `---\n${statement}\n---\n` }
      : { start: /^(?:#!.*\n)?(?:\s*(['"])use \w+\1;?)?/, empty: `${statement}\n` };
  const opened = last ?? block.start.exec(code);
  const at = opened === null ? 0 : opened.index + opened[0].length;
  const text = opened === null || at === 0 ? block.empty : `\n${last?.[1] ?? ''}${statement}`;
  return { start: at, end: at, text };
}

/** The quotes that the code uses more. */
function quoteOf(code: string, isVue: boolean): string {
  if (isVue) return "'";
  const [single, double] = [/from '/g, /from "/g].map((one) => code.match(one)?.length ?? 0);
  return (double ?? 0) > (single ?? 0) ? '"' : "'";
}

/** How a catalog spells its keys; `text`: its keys are the texts. */
type Style = 'camel' | 'snake' | 'kebab' | 'text';

function styleOf(names: readonly (readonly [string, string])[], sign: string): Style {
  const count = { camel: 1, snake: 0, kebab: 0, text: 0 };
  for (const [name, text] of names) {
    const last = name.split(sign).at(-1) ?? '';
    if (name === text || /\s/.test(name)) count.text += 1;
    else if (last.includes('_')) count.snake += 1;
    else if (last.includes('-')) count.kebab += 1;
    else if (/\p{Ll}\p{Lu}/u.test(last)) count.camel += 1;
  }
  const [most = 'camel'] = (Object.keys(count) as Style[]).sort((a, b) => count[b] - count[a]);
  return most;
}

const MOST_WORDS = 5;

function slugOf(text: string, style: Style): string {
  const plain = text
    .replace(/<[^>]*>|\{[^}]*\}/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '');
  const all = plain.match(/[A-Za-z0-9]+/g) ?? [];
  return spelledAs(
    all.slice(0, MOST_WORDS).map((word) => word.toLowerCase()),
    style,
  );
}

function spelledAs(all: readonly string[], style: Style): string {
  if (style === 'snake') return all.join('_');
  if (style === 'kebab') return all.join('-');
  return all
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/** The group of a component's texts: `cartPage` for `CartPage.tsx` and `cart-page/index.tsx`. */
function groupOf(file: string, style: Style): string {
  const stem = basename(file).replace(/\..*$/, '');
  const name = /^(?:index|page|layout)$/.test(stem) ? basename(dirname(file)) : stem;
  const all = name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+(?!\p{Ll})/gu) ?? [name];
  return spelledAs(
    all.map((word) => word.toLowerCase()),
    style,
  );
}
