import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isGlossaryFile, isStyleFile } from '../../model/index.js';
import { newGlossary, newStyle, styleOfTerms } from '../terms/index.js';
import type { Terms } from '../terms/index.js';
import { sourceHash } from '../../lock/index.js';
import { writeFileAtomic } from '../../state/index.js';
import { EngineError } from '../errors.js';
import { sourceLanguageOf } from '../load/index.js';
import { parseGlossary, parseStyle } from '../load/resource-files.js';
import type { RunContext } from '../session/index.js';
import { hashesOf, noted } from './apply.js';
import { isRehearsal, knownFile, shown } from './known.js';
import type { Known, ResourceFile } from './known.js';
import { localeOf } from './pull.js';
import type { Acting, ResourceOutcome } from './acting.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Creates a file from a glossary or style of the service, which locale-sync manages from then on.
 */
export async function importResource(
  { name, file }: { readonly name: string; readonly file: string },
  { run, shelves, lines }: Acting,
): Promise<ResourceOutcome> {
  const { config, state } = run;
  const kind = kindOf(file);
  requireFree(file, config.root);
  const wanted = wantedCopy({ kind, path: file, name, parts: new Map() }, config);
  const shelf = shelves[kind];
  const copy = await shelf.find(wanted);
  if (copy === undefined || copy.languages.size === 0) throw unknown(kind, name, config);
  const parts = new Map<string, Terms>();
  for (const language of [...copy.languages].sort()) {
    const read = await copy.read({ language, terms: new Map(), applied: new Map() });
    if (read.size > 0) parts.set(language, read);
  }
  const text = textOf({ kind, path: file, parts, name }, config);
  // A file that our own parser refuses must not be written.
  if (kind === 'glossary') parseGlossary(file, text, config);
  else parseStyle(file, text, config);
  writeFileAtomic(join(config.root, file), text, { root: config.root, state, expect: 'absent' });
  const own = knownFile({ kind, path: file, name, parts }, isRehearsal(config) ? '' : lines);
  const news = [...parts].map(([language, terms]) => ({
    language,
    ...{ added: [...terms.keys()], changed: [], removed: [], kept: [] },
  }));
  const ids = shelf.idsOf(wanted, copy);
  return {
    changes: [{ file: own.file, parts: news }],
    lines: noted(lines, { known: own, ids, terms: hashesOf(parts) }, run),
    written: 1,
  };
}

/** @throws EngineError 'import-refused' */
function kindOf(file: string): ResourceFile['kind'] {
  if (isGlossaryFile(file)) return 'glossary';
  if (isStyleFile(file)) return 'style';
  const message = `${String(file)} does not say whether to import a glossary or a style`;
  throw new EngineError('import-refused', message, ENDINGS);
}

const ENDINGS = 'Use .csv or .tsv for a glossary, .yaml or .yml for a style.';

/** @throws EngineError 'import-refused' */
function requireFree(file: string, root: string): void {
  if (/^(?:\.\.?(?:\/|$)|\/|[a-z]:)/i.test(file)) {
    const hint = "Name a file below the config's folder.";
    throw new EngineError('import-refused', `${file} is outside the root`, hint);
  }
  if (!existsSync(join(root, file))) return;
  const hint = 'Name a file that does not exist yet; then compare the two and keep one.';
  throw new EngineError('import-refused', `${file} already exists`, hint);
}

/** Finds a copy by its name, or by its id as if the lock had it. */
function wantedCopy(file: ResourceFile, config: RunContext['config']): Known {
  const known = knownFile(file, '');
  if (!UUID.test(file.name)) return known;
  const id = { service: sourceHash(config.service.url), id: file.name.toLowerCase(), name: '' };
  return { ...known, applied: { ...known.applied, ids: [id] } };
}

function unknown(
  kind: ResourceFile['kind'],
  name: string,
  config: RunContext['config'],
): EngineError {
  const from = kind === 'glossary' ? ` from ${sourceLanguageOf(config)}` : '';
  const message = `the service has no ${kind} ${shown(name)}${from}`;
  const hint = `Check the name or id. \`resources import NAME FILE\` needs a ${kind} that exists on the service.`;
  return new EngineError('import-refused', message, hint);
}

function textOf({ kind, path, parts }: ResourceFile, config: RunContext['config']): string {
  const languages = [...parts].map(([language, terms]) => ({
    language,
    terms,
    locale: localeOf(language, config),
  }));
  if (kind === 'glossary') {
    return newGlossary({ file: path, source: config.source, columns: languages });
  }
  return newStyle(
    languages.map(({ language, terms, locale }) => ({ ...styleOfTerms(terms, language), locale })),
  );
}
