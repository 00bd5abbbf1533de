import { adminEndpoints } from './admin.js';
import { documentEndpoints, type DocumentUploadBody } from './documents.js';
import type { BodyOf, Endpoint } from './endpoint.js';
import {
  canonicalCode,
  findSource,
  findTarget,
  hasStyleRules,
  documentFormalityTargets,
  formalityTargets,
  writeStyleTargets,
  writeTargets,
  documentTypes,
} from '../facts/index.js';
import type { DocumentExtension } from '../facts/index.js';
import { glossaryEndpoints, oldGlossaryEndpoints } from './glossaries.js';
import { languageEndpoints } from './languages.js';
import { memoryEndpoints } from './memories.js';
import { styleRuleEndpoints } from './style-rules.js';
import { translateEndpoints, type TranslateBody } from './translate.js';
import { usageEndpoints } from './usage.js';
import { voiceEndpoints, type VoiceJobBody } from './voice.js';
import { writeEndpoints, type RephraseBody } from './write.js';

/** Every endpoint of docs/interface.md 4, by operation name. */
export const endpoints = {
  ...translateEndpoints,
  ...documentEndpoints,
  ...glossaryEndpoints,
  ...oldGlossaryEndpoints,
  ...styleRuleEndpoints,
  ...languageEndpoints,
  ...writeEndpoints,
  ...adminEndpoints,
  ...usageEndpoints,
  ...memoryEndpoints,
  ...voiceEndpoints,
} satisfies Readonly<Record<string, Endpoint>>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** Returns why a body is refused, naming the parameter; undefined if it is accepted. */
type Rule<Body> = (body: Body) => string | undefined;

interface Pair {
  readonly source_lang?: string | undefined;
  readonly target_lang: string;
}

const knownLanguages: Rule<Pair> = ({ source_lang, target_lang }) => {
  if (findTarget(target_lang) === undefined) {
    return `Value for 'target_lang' not supported: '${target_lang}'`;
  }
  if (source_lang !== undefined && findSource(source_lang) === undefined) {
    return `Value for 'source_lang' not supported: '${source_lang}'`;
  }
  return undefined;
};

const glossaryNeedsSource: Rule<Pair & { readonly glossary_id?: string | undefined }> = (body) =>
  body.glossary_id !== undefined && body.source_lang === undefined
    ? "Parameter 'source_lang' is required with 'glossary_id'"
    : undefined;

function formalityRule(
  targets: ReadonlySet<string>,
): Rule<Pair & { readonly formality?: string | undefined }> {
  return ({ formality, target_lang }) =>
    (formality === 'more' || formality === 'less') && !targets.has(canonicalCode(target_lang))
      ? `'formality' is not supported for the given 'target_lang' '${target_lang}'`
      : undefined;
}

/** The parameter that requires next-gen models (docs/interface.md 4.1). */
function qualityParameter(body: TranslateBody): string | undefined {
  if (body.style_id !== undefined) return "'style_id'";
  if ((body.custom_instructions?.length ?? 0) > 0) return "'custom_instructions'";
  if (body.translation_memory_id !== undefined) return "'translation_memory_id'";
  if (body.tag_handling_version === 'v2') return "'tag_handling_version' v2";
  return undefined;
}

const latencyCombinations: Rule<TranslateBody> = (body) => {
  if (body.model_type !== 'latency_optimized') return undefined;
  const other = qualityParameter(body);
  return other && `'model_type' latency_optimized cannot be combined with ${other}`;
};

/** Some languages have only next-gen models; without a source, those are used anyway. */
const latencyLanguages: Rule<TranslateBody> = ({ model_type, source_lang, target_lang }) => {
  if (model_type !== 'latency_optimized' || source_lang === undefined) return undefined;
  if (findTarget(target_lang)?.kind === 'next-gen') {
    return `'model_type' latency_optimized is not supported for 'target_lang' '${target_lang}'`;
  }
  return findSource(source_lang)?.kind === 'next-gen'
    ? `'model_type' latency_optimized is not supported for 'source_lang' '${source_lang}'`
    : undefined;
};

const instructionTargets: Rule<TranslateBody> = ({ custom_instructions = [], target_lang }) =>
  custom_instructions.length > 0 && !hasStyleRules(target_lang)
    ? `'custom_instructions' are not supported for the given 'target_lang' '${target_lang}'`
    : undefined;

const writeLanguage: Rule<RephraseBody> = ({ target_lang }) =>
  target_lang !== undefined && !writeTargets.has(canonicalCode(target_lang))
    ? `Value for 'target_lang' not supported: '${target_lang}'`
    : undefined;

const oneOfStyleAndTone: Rule<RephraseBody> = ({ writing_style, tone }) =>
  writing_style !== undefined && tone !== undefined
    ? "'writing_style' and 'tone' cannot both be sent"
    : undefined;

/** A `prefer_` value falls back to the default; other values need a language that supports them. */
function needsSupport(value: string | undefined): boolean {
  return value !== undefined && value !== 'default' && !value.startsWith('prefer_');
}

/** @param language the target, or the detected language if none was given */
export function writeStyleError(
  { writing_style, tone }: Pick<RephraseBody, 'writing_style' | 'tone'>,
  language: string,
): string | undefined {
  if (writeStyleTargets.has(canonicalCode(language)) || ['en', 'pt'].includes(language)) {
    return undefined;
  }
  if (needsSupport(writing_style)) return `'writing_style' is not supported for '${language}'`;
  return needsSupport(tone) ? `'tone' is not supported for '${language}'` : undefined;
}

const writeStyle: Rule<RephraseBody> = (body) =>
  body.target_lang === undefined ? undefined : writeStyleError(body, body.target_lang);

const resultFormat: Rule<DocumentUploadBody & { readonly extension: DocumentExtension }> = (
  body,
) => {
  const format = body.output_format?.toLowerCase();
  if (format === undefined || format === documentTypes[body.extension].result) return undefined;
  return body.extension === 'pdf' && format === 'docx'
    ? undefined
    : `Value for 'output_format' not supported: '${format}' from '${body.extension}'`;
};

const differentLanguages: Rule<Pair> = ({ source_lang, target_lang }) =>
  source_lang !== undefined && canonicalCode(source_lang) === canonicalCode(target_lang)
    ? "'source_lang' and 'target_lang' are equal"
    : undefined;

function first<Body>(rules: readonly Rule<Body>[]): Rule<Body> {
  return (body) => {
    for (const rule of rules) {
      const message = rule(body);
      if (message !== undefined) return message;
    }
    return undefined;
  };
}

/** Why a well-typed translate body is refused (400), based on the body alone. */
export const translateError: Rule<TranslateBody> = first<TranslateBody>([
  knownLanguages,
  glossaryNeedsSource,
  formalityRule(formalityTargets),
  latencyCombinations,
  latencyLanguages,
  instructionTargets,
]);

/** The same for a document upload. `extension`: of the file, lower case, without a dot. */
export const documentError = first<DocumentUploadBody & { readonly extension: DocumentExtension }>([
  knownLanguages,
  glossaryNeedsSource,
  formalityRule(documentFormalityTargets),
  resultFormat,
  differentLanguages,
]);

/** The same for Write. */
export const rephraseError = first<RephraseBody>([writeLanguage, oneOfStyleAndTone, writeStyle]);

/** The same for a voice job; its messages name the field by its JSON pointer. */
export const voiceJobError: Rule<VoiceJobBody> = ({ parameters, targets }) => {
  const source = parameters?.source_language;
  if (source !== undefined && findSource(source) === undefined) {
    return '/parameters/source_language: Value is not valid';
  }
  const wrong = targets.findIndex(({ language }) => findTarget(language) === undefined);
  return wrong === -1 ? undefined : `/targets/${wrong}/language: Value is not valid`;
};

const keyLimitsError: Rule<BodyOf<Endpoints['setDeveloperKeyLimits']>> = (limits) =>
  limits.characters === undefined && limits.speech_to_text_milliseconds === undefined
    ? "One of 'characters' and 'speech_to_text_milliseconds' is required"
    : undefined;

/** Element names of a list whose items may each contain several, separated by commas. */
export function splitTags(tags: readonly string[] = []): readonly string[] {
  return tags
    .flatMap((tag) => tag.split(','))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** Why a well-typed body of an endpoint is refused (400); undefined if it is accepted. */
export const bodyRules: Readonly<Record<string, (body: never) => string | undefined>> = {
  translateText: translateError,
  rephrase: rephraseError,
  createVoiceJob: voiceJobError,
  setDeveloperKeyLimits: keyLimitsError,
} satisfies Partial<Record<EndpointName, (body: never) => string | undefined>>;
