import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { systemFailure } from '../../disk/index.js';
import { EngineError, scan } from '../../engine/index.js';
import { formatKey, jsonText, oneLine, REVIEW_STATUSES } from '../../model/index.js';
import type { ReviewStatus } from '../../model/index.js';
import { amount, exportTexts, formatOfName, importTexts } from '../../people/index.js';
import type { ExchangeFormat } from '../../people/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { explained } from '../print.js';
import { load } from '../run.js';
import { selectionOf } from '../selection.js';

export interface ExportFlags extends CommonFlags {
  readonly format?: ExchangeFormat;
  readonly xliffVersion: '1.2' | '2.1';
  readonly out?: string;
  readonly state?: readonly string[];
}

export interface ImportFlags extends CommonFlags {
  readonly force?: true;
}

const ENDINGS = { xliff: 'xlf', xlsx: 'xlsx', csv: 'csv', po: 'po' } as const;

/** `export`. Returns the exit code. */
export function runExport(io: Io, flags: ExportFlags): Promise<number> {
  return explained(io, flags, async () => {
    const format = flags.format ?? formatOfName(flags.out ?? '') ?? 'xliff';
    const out = flags.out ?? `texts.{locale}.${ENDINGS[format]}`;
    const states = flags.state?.map(stateNamed);
    const config = await load(io, flags);
    const selection = selectionOf(flags, { io, root: config.root });
    const options = { format, version: flags.xliffVersion, selection, states };
    const files = await exportTexts(config, options, { words: WORDS, signal: io.signal });
    if (files.length > 1 && !out.includes('{locale}')) {
      const message = `There are texts for ${files.map(({ locale }) => locale).join(', ')}, and --out names one file.`;
      throw new EngineError(
        'export-not-written',
        message,
        'Write {locale} in it, or choose one with --locale.',
      );
    }
    const { pairs } = await scan(config);
    const own = pairs.flatMap(({ source, targets }) => [
      source,
      ...targets.map(({ path }) => path),
    ]);
    const locales = new Set(own.map((path) => resolve(config.root, path)));
    const written = files.map(({ locale, bytes, texts, leftOut }) => {
      const name = out.replaceAll('{locale}', locale);
      const path = resolve(folderOf(io, flags.cwd), name);
      if (locales.has(path)) {
        const message = `${name} is a locale file of the config, so it was not changed.`;
        throw new EngineError('export-not-written', message, 'Name another file with --out.');
      }
      write(path, { name, bytes });
      return { file: name, locale, texts, leftOut };
    });
    if (flags.json === true) {
      io.stdout(`${jsonText({ ok: true, files: written, error: null })}\n`);
    } else if (flags.quiet !== true) {
      for (const { file, texts, leftOut } of written) {
        io.stderr(`${oneLine(file)} written: ${amount(texts, 'text')}.\n`);
        for (const key of leftOut) io.stderr(`left out, XML cannot hold it: ${oneLine(key)}\n`);
      }
      if (written.length === 0) io.stderr('Nothing to export: no text has such a state.\n');
    }
    return EXIT.ok;
  });
}

/** @throws EngineError 'exchange-invalid' */
function stateNamed(name: string): ReviewStatus | 'all' {
  const all = ['all', ...REVIEW_STATUSES] as const;
  const found = all.find((one) => one === name);
  if (found !== undefined) return found;
  throw new EngineError(
    'exchange-invalid',
    `--state ${name} is no state.`,
    `Use ${all.join(', ')}.`,
  );
}

function write(
  path: string,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): void {
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    const { why, advice } = systemFailure(error);
    const message = `${name} cannot be written: ${why}`;
    throw new EngineError('export-not-written', message, `${advice}, or name another file.`);
  }
}

/** `import`. Returns the exit code. */
export function runImport(io: Io, files: readonly string[], flags: ImportFlags): Promise<number> {
  return explained(io, flags, async () => {
    const config = await load(io, flags);
    const read = files.map((file) => ({
      name: basename(file),
      bytes: readGiven(resolve(folderOf(io, flags.cwd), file), file),
    }));
    const total = { taken: 0, unchanged: 0 };
    const refused: { readonly text: string; readonly message: string }[] = [];
    for (const file of read) {
      const call = { words: WORDS, signal: io.signal, force: flags.force === true };
      const { outcomes, foreign, unchanged } = await importTexts(config, file, call);
      total.unchanged += unchanged;
      refused.push(...foreign);
      for (const { done, locale, key, message = '' } of outcomes) {
        if (done) total.taken += 1;
        else refused.push({ text: `${locale}:${formatKey(key)}`, message });
      }
    }
    const ok = refused.length === 0;
    if (flags.json === true) io.stdout(`${jsonText({ ok, ...total, refused, error: null })}\n`);
    else {
      for (const { text, message } of refused) io.stdout(`${oneLine(text)}: ${oneLine(message)}\n`);
      const counts = `${amount(total.taken, 'text')} taken, ${total.unchanged} unchanged, ${refused.length} refused.`;
      if (flags.quiet !== true) io.stderr(`${counts}\n`);
    }
    return ok ? EXIT.ok : EXIT.open;
  });
}

/** @throws EngineError 'exchange-invalid' */
function readGiven(path: string, name: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const { why, advice } = systemFailure(error);
    throw new EngineError('exchange-invalid', `${name} cannot be read: ${why}`, advice);
  }
}
