import { SaxesParser } from 'saxes';
import {
  backendHeader,
  findTarget,
  baseLanguage,
  canonicalCode,
  formalityTargets,
  limits,
} from '../../facts/index.js';
import type { TranslateBody } from '../../api/index.js';
import { splitTags } from '../../api/index.js';
import { countCharacters } from '../../text/index.js';
import { formalityOf, type BackendRequest, type Caller } from '../backends/backend.js';
import type { Backends } from '../backends/select.js';
import type { ServiceContext } from '../context.js';
import { badRequest } from '../errors.js';
import type { AreaRoutes } from '../http/routes.js';
import type { TermIndex } from '../translate/glossary.js';
import type { MarkupOptions } from '../translate/markup.js';
import { translateTexts } from '../translate/pipeline.js';
import type { SentenceSplitting } from '../translate/sentences.js';
import { openMemory } from './memories.js';
import { styleRulesIn, type StyleRuleList } from './style-rules.js';

function optionsOf(body: TranslateBody): string {
  let options = '';
  for (const [name, value] of Object.entries(body)) {
    if (name === 'text' || name === 'show_billed_characters' || value === undefined) continue;
    options += `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}\n`;
  }
  return options;
}

/** docs/interface.md 4.1 */
export function translateRoutes(context: ServiceContext): AreaRoutes {
  const { usage, counters, backends } = context;
  return {
    handlers: {
      translateText: (call) => {
        const { body, keyId, notes, setHeader } = call;
        const resolved = resolveTranslation(body, context);
        // Beta targets are free (docs/interface.md 9.5).
        const isFree = findTarget(resolved.target)?.kind === 'beta';
        const characters = body.text.map((text) =>
          isFree ? 0 : countCharacters(text, body.tag_handling),
        );
        const total = characters.reduce((sum, count) => sum + count, 0);
        return usage.charge(keyId, 'text', total, async () => {
          const backendsUsed = new Set<string>();
          const translated = await carryOut(resolved, backends, { caller: call, backendsUsed });
          counters.translated(body.text, optionsOf(body), total);
          Object.assign(notes, { texts: body.text.length, characters: total });
          if (backendsUsed.size > 0) {
            notes.backend = [...backendsUsed].join(',');
            setHeader(backendHeader, notes.backend);
          }
          const used = body.model_type === undefined ? {} : { model_type_used: resolved.model };
          const billed = (count: number) =>
            body.show_billed_characters === true ? { billed_characters: count } : {};
          return {
            translations: translated.map(({ source, text }, index) => ({
              detected_source_language: source.toUpperCase(),
              text,
              ...billed(characters[index] ?? 0),
              ...used,
            })),
            ...used,
            ...billed(total),
          };
        });
      },
    },
  };
}

/** A request with everything that it refers to looked up. */
interface ResolvedTranslation {
  readonly body: TranslateBody;
  /** BCP 47 casing. */
  readonly target: string;
  readonly model: 'quality_optimized' | 'latency_optimized';
  readonly terms: TermIndex | undefined;
  readonly recall: ((text: string) => string | undefined) | undefined;
  readonly instructions: readonly string[];
  readonly formality: 'more' | 'less' | undefined;
  readonly markup: MarkupOptions | undefined;
  readonly sentences: SentenceSplitting;
}

interface TranslatedText {
  /** Lower-case base language. */
  readonly source: string;
  readonly text: string;
}

function modelOf(body: TranslateBody): ResolvedTranslation['model'] {
  const { model_type: model = 'latency_optimized' } = body;
  const needsQuality =
    body.source_lang === undefined ||
    body.style_id !== undefined ||
    (body.custom_instructions?.length ?? 0) > 0 ||
    body.translation_memory_id !== undefined ||
    body.tag_handling_version === 'v2' ||
    findTarget(body.target_lang)?.kind === 'next-gen' ||
    findTarget(body.source_lang)?.kind === 'next-gen';
  return needsQuality || model !== 'latency_optimized' ? 'quality_optimized' : 'latency_optimized';
}

/** The next-gen models ignore the requested splitting (docs/interface.md 4.1). */
function sentencesOf(body: TranslateBody, model: ResolvedTranslation['model']): SentenceSplitting {
  if (model === 'quality_optimized') {
    return body.tag_handling === undefined ? 'none' : 'punctuation';
  }
  switch (body.split_sentences ?? (body.tag_handling === 'html' ? 'nonewlines' : '1')) {
    case '0':
      return 'none';
    case '1':
      return 'punctuation-and-newlines';
    case 'nonewlines':
      return 'punctuation';
  }
}

function markupOf(body: TranslateBody): MarkupOptions | undefined {
  if (body.tag_handling === undefined) return undefined;
  return {
    format: body.tag_handling,
    ignoreTags: splitTags(body.ignore_tags),
    splittingTags: splitTags(body.splitting_tags),
    nonSplittingTags: splitTags(body.non_splitting_tags),
    outlineDetection: body.outline_detection ?? true,
  };
}

function styleOf(id: string | undefined, target: string, store: ServiceContext['store']) {
  if (id === undefined) return undefined;
  const list = styleRulesIn(store).get(id.toLowerCase());
  if (list === undefined) throw badRequest(`Style rule list 'style_id' '${id}' not found`);
  if (list.language !== baseLanguage(target)) {
    throw badRequest(`'style_id' is for '${list.language}', not for 'target_lang' '${target}'`);
  }
  return list;
}

function describeRules(list: StyleRuleList | undefined): readonly string[] {
  if (list === undefined) return [];
  const configured = Object.values(list.configured_rules).flatMap((rules) =>
    Object.entries(rules).map(([rule, option]) => `${rule}: ${option}`.replaceAll('_', ' ')),
  );
  return [...configured, ...list.custom_instructions.map(({ prompt }) => prompt)];
}

function checkMarkup(body: TranslateBody): void {
  if (body.tag_handling !== 'xml' || body.tag_handling_version !== 'v2') return;
  if (!body.text.every(isWellFormed)) {
    throw badRequest('Tag handling parsing failed, please check input.');
  }
}

// HTML entities and a doctype are allowed; neither is ever resolved.
const tolerated =
  /<!DOCTYPE[^<>[]*(?:\[[^\]]*\])?[^<>]*>|&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w{0,31};/gi;

/** Whether a text parses as XML content. */
function isWellFormed(text: string): boolean {
  const parser = new SaxesParser({ fragment: true, position: false });
  let sound = true;
  parser.on('error', () => {
    sound = false;
  });
  parser.write(text.replace(tolerated, '')).close();
  return sound;
}

/** Looks up everything that a request refers to. @throws ServiceError 400 */
function resolveTranslation(
  body: TranslateBody,
  { glossaries, store, memories }: ServiceContext,
): ResolvedTranslation {
  const target = canonicalCode(body.target_lang);
  checkMarkup(body);
  const model = modelOf(body);
  const style = styleOf(body.style_id, target, store);
  return {
    body,
    target,
    model,
    terms:
      body.glossary_id === undefined
        ? undefined
        : glossaries.terms(body.glossary_id, body.source_lang ?? '', target),
    recall:
      body.translation_memory_id === undefined
        ? undefined
        : openMemory(
            memories,
            body.translation_memory_id,
            target,
            body.translation_memory_threshold ?? limits.translate.thresholdDefault,
          ),
    instructions: [...describeRules(style), ...(body.custom_instructions ?? [])],
    formality: formalityOf(body.formality, target, formalityTargets),
    markup: markupOf(body),
    sentences: sentencesOf(body, model),
  };
}

interface Group {
  readonly source: string;
  readonly indices: number[];
  readonly texts: string[];
}

/** Returns a function that gives the source language of each text. */
async function sourcesOf({ body, target }: ResolvedTranslation): Promise<(text: string) => string> {
  const given = body.source_lang?.toLowerCase();
  if (given !== undefined) return () => given;
  const { detectLanguage } = await import('../detect/detect.js');
  const expected = { target: baseLanguage(target) };
  return (text) => detectLanguage(text, expected);
}

/** Writes results that need no engine, and groups the remaining texts by source language. */
async function groupBySource(
  resolved: ResolvedTranslation,
  results: TranslatedText[],
): Promise<Iterable<Group>> {
  const { body, target, recall } = resolved;
  const groups = new Map<string, Group>();
  let group: Group = { source: '', indices: [], texts: [] };
  const sourceOf = await sourcesOf(resolved);
  const targetBase = baseLanguage(target);
  for (const [index, text] of body.text.entries()) {
    const source = sourceOf(text);
    // Texts do not change between variants of one language (docs/interface.md 4.1).
    const known = source === targetBase ? text : recall?.(text);
    if (known !== undefined) {
      results[index] = { source, text: known };
      continue;
    }
    if (source !== group.source) {
      group = groups.get(source) ?? { source, indices: [], texts: [] };
      groups.set(source, group);
    }
    group.indices.push(index);
    group.texts.push(text);
  }
  return groups.values();
}

/**
 * Carries out a resolved request.
 * @param backendsUsed receives the names of the engines that answered
 * @throws BackendError
 */
async function carryOut(
  resolved: ResolvedTranslation,
  backends: Backends,
  { caller, backendsUsed }: { readonly caller: Caller; readonly backendsUsed: Set<string> },
): Promise<readonly TranslatedText[]> {
  const { body, target, formality, instructions, markup, terms, sentences } = resolved;
  const results = new Array<TranslatedText>(body.text.length);
  for (const { source, indices, texts } of await groupBySource(resolved, results)) {
    const backend = await backends.choose(source, target);
    backendsUsed.add(backend.name);
    const request: BackendRequest = {
      source,
      target,
      formality,
      context: body.context,
      instructions,
      caller,
      markup: markup !== undefined,
    };
    const translated = await translateTexts({ texts, request, markup, terms, sentences }, backend);
    for (const [position, index] of indices.entries()) {
      const text = translated[position] ?? '';
      const isKept = body.preserve_formatting === true;
      results[index] = {
        source,
        text: isKept ? keepFormatting(texts[position] ?? '', text) : text,
      };
    }
  }
  return results;
}

const finalPunctuation = /[.!?…。！？]+\s*$/u;
const cased = /^[\p{Lu}\p{Ll}]/u;

function firstLetter(text: string): string {
  return cased.exec(text.trimStart())?.[0] ?? '';
}

/**
 * Gives a translation the initial case of its source, and removes final punctuation that the source
 * lacks (`preserve_formatting`, docs/interface.md 4.1).
 */
function keepFormatting(source: string, translation: string): string {
  const end = source.length - source.trimEnd().length;
  const ended =
    finalPunctuation.test(source) || !finalPunctuation.test(translation)
      ? translation
      : translation.replace(finalPunctuation, '') + source.slice(source.length - end);
  const [wanted, given] = [firstLetter(source), firstLetter(ended)];
  if (wanted === '' || given === '') return ended;
  const isUpper = wanted !== wanted.toLowerCase();
  return ended.replace(given, isUpper ? given.toUpperCase() : given.toLowerCase());
}
