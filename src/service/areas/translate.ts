import { SaxesParser } from 'saxes';
import {
  backendHeader,
  findTarget,
  baseLanguage,
  canonicalCode,
  formalityTargets,
  limits,
} from '../../facts/index.js';
import type { Endpoints, TranslateBody } from '../../api/index.js';
import { splitTags } from '../../api/index.js';
import { countCharacters } from '../../text/index.js';
import { formalityOf, type BackendRequest } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { badRequest } from '../errors.js';
import type { AreaRoutes, Call } from '../http/routes.js';
import type { MarkupOptions } from '../translate/markup.js';
import { translateTexts } from '../translate/pipeline.js';
import type { SentenceSplitting } from '../translate/sentences.js';
import { openMemory } from './memories.js';
import { styleRulesIn } from './style-rules.js';

/** docs/interface.md 4.1 */
export function translateRoutes(context: ServiceContext): AreaRoutes {
  return { handlers: { translateText: (call) => translateText(call, context) } };
}

/** @throws ServiceError 400, 456; BackendError */
function translateText(
  call: Call<Endpoints['translateText']>,
  { backends, counters, glossaries, memories, store, usage }: ServiceContext,
) {
  const { body, keyId, notes, setHeader } = call;
  const target = canonicalCode(body.target_lang);
  const targetBase = baseLanguage(target);

  // What the request refers to.
  if (body.tag_handling === 'xml' && body.tag_handling_version === 'v2') {
    if (!body.text.every(isWellFormed)) {
      throw badRequest('Tag handling parsing failed, please check input.');
    }
  }
  const style =
    body.style_id === undefined ? undefined : styleRulesIn(store).get(body.style_id.toLowerCase());
  if (body.style_id !== undefined) {
    if (style === undefined)
      throw badRequest(`Style rule list 'style_id' '${body.style_id}' not found`);
    if (style.language !== targetBase) {
      throw badRequest(`'style_id' is for '${style.language}', not for 'target_lang' '${target}'`);
    }
  }
  const rules = Object.values(style?.configured_rules ?? {}).flatMap((options) =>
    Object.entries(options).map(([rule, option]) => `${rule}: ${option}`.replaceAll('_', ' ')),
  );
  const terms =
    body.glossary_id === undefined
      ? undefined
      : glossaries.terms(body.glossary_id, body.source_lang ?? '', target);
  const recall =
    body.translation_memory_id === undefined
      ? undefined
      : openMemory(
          memories,
          body.translation_memory_id,
          target,
          body.translation_memory_threshold ?? limits.translate.thresholdDefault,
        );
  const model = modelOf(body);
  const markup: MarkupOptions | undefined = body.tag_handling && {
    format: body.tag_handling,
    ignoreTags: splitTags(body.ignore_tags),
    splittingTags: splitTags(body.splitting_tags),
    nonSplittingTags: splitTags(body.non_splitting_tags),
    outlineDetection: body.outline_detection ?? true,
  };
  const request: Omit<BackendRequest, 'source'> = {
    target,
    formality: formalityOf(body.formality, target, formalityTargets),
    context: body.context,
    instructions: [
      ...rules,
      ...(style?.custom_instructions ?? []).map(({ prompt }) => prompt),
      ...(body.custom_instructions ?? []),
    ],
    caller: call,
    markup: markup !== undefined,
  };

  // Beta targets are free (docs/interface.md 9.5).
  const isFree = findTarget(target)?.kind === 'beta';
  const characters = body.text.map((text) =>
    isFree ? 0 : countCharacters(text, body.tag_handling),
  );
  const total = characters.reduce((sum, count) => sum + count, 0);
  return usage.charge(keyId, 'text', total, async () => {
    // Texts that need an engine, by source language.
    const results = new Array<{ readonly source: string; readonly text: string }>(body.text.length);
    const groups = new Map<string, number[]>();
    const sourceOf = await sourcesOf(body.source_lang, targetBase);
    for (const [index, text] of body.text.entries()) {
      const source = sourceOf(text);
      // Texts do not change between variants of one language (docs/interface.md 4.1).
      const known = source === targetBase ? text : recall?.(text, source);
      if (known !== undefined) {
        results[index] = { source, text: known };
        continue;
      }
      const group = groups.get(source);
      if (group === undefined) groups.set(source, [index]);
      else group.push(index);
    }

    const backendsUsed = new Set<string>();
    for (const [source, indices] of groups) {
      const backend = await backends.choose(source, target);
      backendsUsed.add(backend.name);
      const texts = indices.map((index) => body.text[index] ?? '');
      const translated = await translateTexts(
        {
          texts,
          request: { ...request, source },
          markup,
          terms,
          sentences: sentencesOf(body, model),
        },
        backend,
      );
      for (const [position, index] of indices.entries()) {
        const text = translated[position] ?? '';
        const isKept = body.preserve_formatting === true;
        results[index] = {
          source,
          text: isKept ? keepFormatting(texts[position] ?? '', text) : text,
        };
      }
    }

    counters.translated(body.text, optionsOf(body), total);
    Object.assign(notes, { texts: body.text.length, characters: total });
    if (backendsUsed.size > 0) {
      notes.backend = [...backendsUsed].join(',');
      setHeader(backendHeader, notes.backend);
    }
    const used = body.model_type === undefined ? {} : { model_type_used: model };
    const billed = (count: number) =>
      body.show_billed_characters === true ? { billed_characters: count } : {};
    return {
      translations: results.map(({ source, text }, index) => ({
        detected_source_language: source.toUpperCase(),
        text,
        ...billed(characters[index] ?? 0),
        ...used,
      })),
      ...used,
      ...billed(total),
    };
  });
}

/** Returns a function that gives the source language of each text, a base language. */
async function sourcesOf(
  given: string | undefined,
  target: string,
): Promise<(text: string) => string> {
  if (given !== undefined) return () => given.toLowerCase();
  const { detectLanguage } = await import('../translate/detect.js');
  return (text) => detectLanguage(text, { target });
}

function modelOf(body: TranslateBody): 'quality_optimized' | 'latency_optimized' {
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
function sentencesOf(body: TranslateBody, model: ReturnType<typeof modelOf>): SentenceSplitting {
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

/** Everything in the request except its texts, as one string. */
function optionsOf(body: TranslateBody): string {
  let options = '';
  for (const [name, value] of Object.entries(body)) {
    if (name === 'text' || name === 'show_billed_characters' || value === undefined) continue;
    options += `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}\n`;
  }
  return options;
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
