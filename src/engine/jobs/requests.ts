import {
  SUBTITLE_TYPE,
  TEXT_TYPE,
  voiceAudioExtensions,
  voiceSourceExtensions,
  serviceLanguage,
  serviceSourceLanguage,
  EMBEDDED,
} from '../../facts/index.js';
import { endingOf } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { isGlossaryFile } from '../../model/index.js';
import { contentHash } from '../../lock/index.js';
import type { ResourceFiles, ScanOutput } from '../load/index.js';
import type { OutputRequest } from './types.js';

/** The request for an output. */
export function requestOf(
  output: ScanOutput,
  config: ResolvedConfig,
  glossaries: ResourceFiles['glossaries'],
): OutputRequest {
  const source = serviceSourceLanguage(config.source, config.languages);
  // A rehearsed result must not pass for a real translation later.
  const service = config.service.url === EMBEDDED ? [EMBEDDED] : [];
  const isOfSource = output.locale === config.source;
  const target = isOfSource ? source : serviceLanguage(output.locale, config.languages);
  const pair = { source, target };
  if (output.kind !== 'document') {
    const type = typeOf(output.kind, output.path);
    const fingerprint = JSON.stringify(['recording', source, target, type, ...service]);
    return { ...pair, type, fingerprint };
  }
  const { formality, glossary } = output.entry.options[output.locale] ?? {};
  const terms = glossaryOf(glossary, target, glossaries);
  const fingerprint = JSON.stringify([
    'document',
    ...[source, target, formality ?? 'default', terms?.version ?? ''],
    ...[output.entry.outputFormat ?? '', ...service],
  ]);
  return {
    ...pair,
    fingerprint,
    ...(terms === undefined || glossary === undefined ? {} : { glossary }),
  };
}

/** Media type of a recording's output. */
function typeOf(kind: Exclude<ScanOutput['kind'], 'document'>, path: string): string {
  if (kind === 'subtitles') return SUBTITLE_TYPE;
  if (kind === 'text') return TEXT_TYPE;
  const ending = endingOf(path);
  return Object.hasOwn(voiceAudioExtensions, ending)
    ? voiceAudioExtensions[ending as keyof typeof voiceAudioExtensions]
    : '';
}

/** Media type of a recording; undefined if the service does not accept its file ending. */
export function recordingType(path: string): string | undefined {
  const ending = endingOf(path);
  return Object.hasOwn(voiceSourceExtensions, ending)
    ? voiceSourceExtensions[ending as keyof typeof voiceSourceExtensions]
    : undefined;
}

/**
 * Undefined if there is no glossary, or its file has no term for the target, which the service
 * would refuse.
 */
function glossaryOf(
  glossary: string | undefined,
  target: string,
  files: ResourceFiles['glossaries'],
): { readonly version: string } | undefined {
  if (glossary === undefined) return undefined;
  if (!isGlossaryFile(glossary)) return { version: glossary };
  const dictionary = files.get(glossary)?.dictionaryOf(target);
  if (dictionary === undefined) return undefined;
  return { version: contentHash(JSON.stringify([...dictionary.terms])) };
}
