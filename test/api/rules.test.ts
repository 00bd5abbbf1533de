import { describe, expect, it } from 'vitest';
import { configuredRulesError, styleRuleCatalogue } from '../../src/facts/index.js';
import { documentError, rephraseError, splitTags, translateError } from '../../src/api/index.js';

const body = { text: ['x'], target_lang: 'de' };

describe('rules of translate (interface.md 4.1)', () => {
  it.each([
    ['style_id', { style_id: 's' }],
    ['custom_instructions', { custom_instructions: ['Be brief.'] }],
    ['translation_memory_id', { translation_memory_id: 'm' }],
    ['tag_handling_version', { tag_handling_version: 'v2' as const }],
  ])('refuse latency_optimized with %s', (name, extra) => {
    expect(translateError({ ...body, ...extra })).toBeUndefined();
    const message = translateError({ ...body, ...extra, model_type: 'latency_optimized' });
    expect(message).toContain('model_type');
    expect(message).toContain(name);
  });

  it('let an empty list of instructions pass with anything', () => {
    const empty = { ...body, target_lang: 'sv', custom_instructions: [] };
    expect(translateError({ ...empty, model_type: 'latency_optimized' })).toBeUndefined();
  });

  it('refuse more and less for a target without formality, and let prefer_ fall back', () => {
    expect(translateError({ ...body, formality: 'more' })).toBeUndefined();
    expect(translateError({ ...body, target_lang: 'sv', formality: 'less' })).toContain(
      'formality',
    );
    const preferred = { ...body, target_lang: 'sv', formality: 'prefer_less' as const };
    expect(translateError(preferred)).toBeUndefined();
  });

  it('refuse a glossary without a source language', () => {
    expect(translateError({ ...body, glossary_id: 'g' })).toContain('source_lang');
  });

  it('refuse instructions for targets that have none, and take variants of those that do', () => {
    const instructed = { ...body, custom_instructions: ['x'] };
    expect(translateError({ ...instructed, target_lang: 'en-GB' })).toBeUndefined();
    expect(translateError({ ...instructed, target_lang: 'sv' })).toContain('custom_instructions');
  });

  it('refuse unknown languages and sources with a region, naming the parameter', () => {
    expect(translateError({ ...body, target_lang: 'xx' })).toContain('target_lang');
    expect(translateError({ ...body, source_lang: 'en-US' })).toContain('source_lang');
  });

  it('refuse latency_optimized for languages that only next-gen models know', () => {
    const request = { ...body, source_lang: 'en', target_lang: 'sq' };
    expect(translateError(request)).toBeUndefined();
    expect(translateError({ ...request, model_type: 'latency_optimized' })).toContain(
      'target_lang',
    );
  });
});

describe('rules of documents and Write', () => {
  it('convert pdf to docx and nothing else', () => {
    const upload = { target_lang: 'de', output_format: 'docx' };
    expect(documentError({ ...upload, extension: 'pdf' })).toBeUndefined();
    expect(documentError({ ...upload, extension: 'txt' })).toContain('output_format');
    expect(documentError({ ...upload, extension: 'docx' })).toBeUndefined();
  });

  it('name docx as the result of doc', () => {
    const upload = { target_lang: 'de', extension: 'doc' as const };
    expect(documentError(upload)).toBeUndefined();
    expect(documentError({ ...upload, output_format: 'DOCX' })).toBeUndefined();
    expect(documentError({ ...upload, output_format: 'doc' })).toContain('output_format');
  });

  it('have no document formality for es-419, which text translation has', () => {
    const upload = { target_lang: 'es-419', formality: 'more' as const };
    expect(documentError({ ...upload, extension: 'txt' })).toContain('formality');
    expect(translateError({ ...body, ...upload })).toBeUndefined();
  });

  it('refuse both writing_style and tone', () => {
    expect(rephraseError({ text: 'x', writing_style: 'simple', tone: 'friendly' })).toContain(
      'tone',
    );
  });

  it('refuse a style for a language without styles unless it is preferred', () => {
    expect(rephraseError({ text: 'x', target_lang: 'ja', writing_style: 'simple' })).toContain(
      'writing_style',
    );
    const preferred = { text: 'x', target_lang: 'ja', writing_style: 'prefer_simple' as const };
    expect(rephraseError(preferred)).toBeUndefined();
  });
});

describe('the style rule catalogue', () => {
  it('holds 7 categories, 159 rules and 518 options', () => {
    const categories = [...styleRuleCatalogue().values()];
    const rules = categories.flatMap((category) => [...category.values()]);
    expect([categories.length, rules.length, rules.flat().length]).toEqual([7, 159, 518]);
  });

  it('takes what it knows and names what it does not', () => {
    const era = { dates_and_times: { calendar_era: 'use_bc_and_ad' } };
    expect(configuredRulesError(era)).toBeUndefined();
    expect(configuredRulesError({ nowhere: {} })).toContain('nowhere');
    expect(configuredRulesError({ numbers: { nothing: 'x' } })).toContain('numbers.nothing');
    expect(configuredRulesError({ dates_and_times: { calendar_era: 'x' } })).toContain("'x'");
    expect(configuredRulesError({ toString: {} })).toContain('toString');
  });
});

describe('splitTags', () => {
  it('takes lists whose items hold several names', () => {
    expect(splitTags(['a, b', 'c', ''])).toEqual(['a', 'b', 'c']);
  });
});
