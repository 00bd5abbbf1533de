import { extname, relative, posix } from 'node:path';
import { nameInFiles } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { formatOf, KNOWN_ENDINGS, loadCodec } from '../../formats/index.js';
import { quoted } from '../../model/index.js';
import type {
  Codec,
  Document,
  FormatName,
  Problem,
  MessageSyntax,
  SyntaxSetting,
} from '../../model/index.js';
import { keyMatcher } from '../units/key-glob.js';
import { mixedLocales } from './checks/mixed-locales.js';
import { FileReader } from './file-reader.js';
import type { ReaderContext } from './file-reader.js';
import type { FilePair, ReadTarget } from './files.js';
import type { Inputs } from './inputs.js';
import type { ScanPair } from './scan/scan.js';
import { syntaxesOf } from './syntaxes-of.js';
import type { Turns } from '../turns.js';
import { ScanError } from './scan/scan-error.js';

export interface ReadResult {
  readonly pairs: readonly FilePair[];
  /** Pairs for which there was no room. */
  readonly later: readonly ScanPair[];
  /** Targets read immediately: all except those known to be valid. */
  readonly targets: readonly ReadTarget[];
  /** Files that could not be used, and warnings for those that could. */
  readonly problems: readonly Problem[];
  /** Files left out because they are not valid in their format. */
  readonly broken: readonly string[];
  /** Those of them whose format is unknown. */
  readonly foreign: readonly string[];
}

export interface ReadContext extends ReaderContext {
  /** Checks for signals between pairs. Default: not interruptible. */
  readonly turns?: Pick<Turns, 'give'> | undefined;
  /** How much to read (`weightOf`); at least one pair is read. Default: everything. */
  readonly room?: number | undefined;
}

/** Memory that a file takes, in units. */
const FILE_WEIGHT = 30;

/** Memory that a pair takes until the run ends, in target units. */
function weightOf({ source, targets }: FilePair): number {
  return targets.length * (FILE_WEIGHT + source.document.units.length);
}

/**
 * Reads and parses the files of pairs. An invalid file is reported and left out.
 * @throws ScanError 'other-format'
 */
export async function readPairs(
  scanned: readonly ScanPair[],
  config: ResolvedConfig,
  context: ReadContext,
): Promise<ReadResult> {
  const reader = new FileReader(context);
  const hasChanged = (path: string): boolean => context.stampIfUnchanged(path) === undefined;
  const { room = Infinity } = context;
  const pairs: FilePair[] = [];
  let weight = 0;
  let count = 0;
  for (const one of scanned) {
    if (weight >= room) break;
    await context.turns?.give();
    count += 1;
    const pair = await readPair(one, config, { reader, hasChanged, inputs: context.inputs });
    if (pair === undefined) continue;
    pairs.push(pair);
    weight += weightOf(pair);
  }
  const { targets, problems, broken, foreign } = reader;
  return { pairs, later: scanned.slice(count), targets, problems, broken, foreign };
}

interface PairContext {
  readonly reader: FileReader;
  readonly inputs: Inputs;
  readonly hasChanged: (path: string) => boolean;
}

async function readPair(
  scanned: ScanPair,
  config: ResolvedConfig,
  { reader, hasChanged, inputs }: PairContext,
): Promise<FilePair | undefined> {
  const { catalog, source: path, targets, isTemplate } = scanned;
  const codec = await loadCodec(path, catalog.format);
  if (codec === undefined) {
    const endings = KNOWN_ENDINGS.join(', ');
    reader.refuse(path, `The format is unknown. Known extensions: ${endings}.`);
    return undefined;
  }
  requireFormat(scanned, codec.name, config);
  const { encoding, includedKeys } = catalog;
  const isText = includedKeys && keyMatcher(includedKeys);
  const count = targets.length;
  const locale = nameInFiles(catalog, config.source);
  const role = isTemplate === true ? 'template' : 'source';
  const read = reader.source(path, codec, { role, locale, encoding, targets: count, isText });
  if (read === undefined) return undefined;
  const { document } = read;
  const { capabilities } = codec;
  const names = catalog.targets.map((target) => nameInFiles(catalog, target));
  const mixed = mixedLocales(document, capabilities, [locale, ...names]);
  if (mixed !== undefined) {
    reader.leaveOut(path, mixed);
    return undefined;
  }
  const { syntaxSetting: setting } = capabilities;
  const stated = statedSyntax(document.syntax, path, { setting, inputs });
  const syntax = syntaxesOf(document, { messages: catalog.messages, capabilities, stated });
  const options = {
    source: document,
    sourcePath: path,
    catalog,
    mayWait: !isReadWithSource(codec, document) || !hasChanged(path),
  };
  const files = targets.flatMap((target) => reader.target(target, codec, options) ?? []);
  // An empty source is more likely truncated than intended: all translations would be removed.
  const filled = isBlank(document) ? files.find((file) => !isBlank(file.document)) : undefined;
  if (filled !== undefined) {
    const message = `the file is empty, but ${filled.path} is not. Restore the source texts, or delete both files if they are no longer needed.`;
    reader.leaveOut(path, { message });
    return undefined;
  }
  return {
    catalog,
    source: { path, ...(isTemplate && { isTemplate }), ...read, capabilities, ...syntax },
    targets: files,
  };
}

/**
 * The message syntax that a format implies, or the one in the project's settings file nearest to
 * the file. @param path of the file, relative to the root
 */
export function statedSyntax(
  stated: MessageSyntax | undefined,
  path: string,
  { setting, inputs }: { readonly setting: SyntaxSetting | undefined; readonly inputs: Inputs },
): MessageSyntax | undefined {
  if (stated === undefined || setting === undefined) return stated;
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const text = read(posix.join(folder, setting.file), inputs);
    if (text !== undefined) return setting.pattern.test(text) ? setting.syntax : stated;
    if (folder === '.' || folder === '/') return stated;
  }
}

/** Undefined if the file cannot be read. */
function read(path: string, inputs: Inputs): string | undefined {
  try {
    return inputs.read(path)?.toString('utf8');
  } catch {
    return undefined;
  }
}

function isBlank(document: Document | undefined): boolean {
  return document === undefined || document.text.trim() === '';
}

/** Whether a target that was valid with its old source may be invalid with this one. */
function isReadWithSource({ capabilities }: Codec, { targetLanguage }: Document): boolean {
  // If a source has a root key, its targets must have one too.
  return capabilities.sourceDecides || targetLanguage !== undefined;
}

/**
 * A target is made from its source's text, so both must have the same format.
 * @throws ScanError 'other-format'
 */
function requireFormat(
  { catalog, source, targets }: ScanPair,
  format: FormatName,
  config: ResolvedConfig,
): void {
  if (catalog.format !== undefined) return;
  const other = targets.find(({ path }) => formatOf(path) !== format);
  if (other === undefined) return;
  const message = `${quoted(catalog.target)} gives ${other.path} for ${source}, but a target must have the same format as its source`;
  throw new ScanError('other-format', message, {
    file: relative(config.root, config.file),
    line: catalog.line,
    hint: `End the pattern with ${extname(source)}, as the source does.`,
  });
}
