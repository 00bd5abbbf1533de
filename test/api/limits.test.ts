import { describe, expect, it } from 'vitest';
import { documentTypes, limits, styleLanguages } from '../../src/facts/index.js';
import { endpoints, fieldIssues, rephraseError, translateError } from '../../src/api/index.js';

const translate = endpoints.translateText.body.schema;
const text = { text: ['a'], target_lang: 'de' };
const create = endpoints.createStyleRuleList.body.schema;
const instruction = endpoints.addCustomInstruction.body.schema;
const list = endpoints.listStyleRuleLists.query;
const job = endpoints.createVoiceJob.body.schema;
const source = { name: 'a', content_type: 'audio/wav', content_length: 1 };
const target = { language: 'de', type: 'text/plain' };
const glossary = endpoints.createGlossary.body.schema;

type Schema = typeof translate | typeof create | typeof instruction | typeof list | typeof job;

/** The field that is refused first; undefined for what is taken. */
function refused(schema: Schema | typeof glossary, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  return error && fieldIssues(error, value)[0]?.parameter;
}

describe('limits of interface.md 4 and 8', () => {
  it.each<[string, Schema | typeof glossary, object, object, string]>([
    [
      'a translate request holds at most 50 texts',
      translate,
      { ...text, text: Array<string>(50).fill('a') },
      { ...text, text: Array<string>(51).fill('a') },
      'text',
    ],
    ['a translate request holds a text at least', translate, text, { ...text, text: [] }, 'text'],
    [
      'a translate request has at most 10 custom instructions',
      translate,
      { ...text, custom_instructions: Array<string>(10).fill('a') },
      { ...text, custom_instructions: Array<string>(11).fill('a') },
      'custom_instructions',
    ],
    [
      'a custom instruction of a request has at most 300 characters',
      translate,
      { ...text, custom_instructions: ['x'.repeat(300)] },
      { ...text, custom_instructions: ['x'.repeat(301)] },
      'custom_instructions[0]',
    ],
    [
      'a translation memory threshold is at most 100',
      translate,
      { ...text, translation_memory_threshold: 100 },
      { ...text, translation_memory_threshold: 101 },
      'translation_memory_threshold',
    ],
    [
      'a translation memory threshold is at least 0 and an integer',
      translate,
      { ...text, translation_memory_threshold: 0 },
      { ...text, translation_memory_threshold: 0.5 },
      'translation_memory_threshold',
    ],
    [
      'formality is one of five values',
      translate,
      { ...text, formality: 'prefer_less' },
      { ...text, formality: 'formal' },
      'formality',
    ],
    [
      'model_type is one of three values',
      translate,
      { ...text, model_type: 'prefer_quality_optimized' },
      { ...text, model_type: 'fast' },
      'model_type',
    ],
    [
      'split_sentences is 0, 1 or nonewlines',
      translate,
      { ...text, split_sentences: 'nonewlines' },
      { ...text, split_sentences: 0 },
      'split_sentences',
    ],
    [
      'tag_handling is html or xml',
      translate,
      { ...text, tag_handling: 'xml' },
      { ...text, tag_handling: 'md' },
      'tag_handling',
    ],
    [
      'tag_handling_version is v1 or v2',
      translate,
      { ...text, tag_handling_version: 'v2' },
      { ...text, tag_handling_version: 'v3' },
      'tag_handling_version',
    ],
    [
      'a style rule list has a name of at most 1024 characters',
      create,
      { name: 'x'.repeat(1024), language: 'de' },
      { name: 'x'.repeat(1025), language: 'de' },
      'name',
    ],
    [
      'a style rule list has at most 200 custom instructions',
      create,
      {
        name: 'n',
        language: 'de',
        custom_instructions: Array(200).fill({ label: 'l', prompt: 'p' }),
      },
      {
        name: 'n',
        language: 'de',
        custom_instructions: Array(201).fill({ label: 'l', prompt: 'p' }),
      },
      'custom_instructions',
    ],
    [
      'the label of an instruction has at most 100 characters',
      instruction,
      { label: 'x'.repeat(100), prompt: 'p' },
      { label: 'x'.repeat(101), prompt: 'p' },
      'label',
    ],
    [
      'the prompt of an instruction has at most 300 characters',
      instruction,
      { label: 'l', prompt: 'x'.repeat(300) },
      { label: 'l', prompt: 'x'.repeat(301) },
      'prompt',
    ],
    [
      'a page of style rule lists holds at most 25',
      list,
      { page_size: 25 },
      { page_size: 26 },
      'page_size',
    ],
    [
      'a page of style rule lists holds at least 1',
      list,
      { page_size: 1 },
      { page_size: 0 },
      'page_size',
    ],
    ['pages of style rule lists count from 0', list, { page: 0 }, { page: -1 }, 'page'],
    [
      'a voice source has 1 to 1,073,741,824 bytes',
      job,
      { source_file: { ...source, content_length: 1_073_741_824 }, targets: [target] },
      { source_file: { ...source, content_length: 0 }, targets: [target] },
      'source_file.content_length',
    ],
    [
      'a voice job has a target at least',
      job,
      { source_file: source, targets: [target] },
      { source_file: source, targets: [] },
      'targets',
    ],
    [
      'a voice target is a transcript, subtitles or speech of a known encoding',
      job,
      {
        source_file: source,
        targets: [{ ...target, type: 'audio/pcm;encoding=s16le;rate=16000' }],
      },
      { source_file: source, targets: [{ ...target, type: 'audio/pcm' }] },
      'targets[0].type',
    ],
    [
      'a glossary has one or more dictionaries',
      glossary,
      { name: 'n', dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb' }] },
      { name: 'n', dictionaries: [] },
      'dictionaries',
    ],
  ])('%s', (_, schema, taken, wrong, field) => {
    expect(refused(schema, taken)).toBeUndefined();
    expect(refused(schema, wrong)).toBe(field);
  });

  it('lists of style rules come in pages of 10, without details, where nothing is said', () => {
    expect(list.parse({})).toEqual({ detailed: false, page: 0, page_size: 10 });
  });

  it('old languages are sources where nothing is said', () => {
    expect(endpoints.listOldLanguages.query.parse({})).toEqual({ type: 'source' });
  });

  it('entries are TSV where nothing is said (docs/interface.md 2.5)', () => {
    const pair = { source_lang: 'en', target_lang: 'de', entries: 'a\tb' };
    expect(endpoints.putDictionary.body.schema.parse(pair).entries_format).toBe('tsv');
  });

  it('bodies of translate have at most 128 KiB, those of Write 10 KiB', () => {
    expect(endpoints.translateText.limits.bodyBytes).toBe(128 * 1024);
    expect(endpoints.rephrase.limits.bodyBytes).toBe(10 * 1024);
  });

  it('numbers stand as interface.md 8 has them', () => {
    expect(limits.glossaries).toMatchObject({
      dictionaryBytes: 10_000_000,
      nameBytes: 1024,
      phraseBytes: 1024,
    });
    expect(limits.documents.minimumBilledCharacters).toBe(50_000);
    expect(limits.admin.activeKeys).toBe(25);
    expect(limits.voice).toMatchObject({ uploadWindowSeconds: 300, downloadWindowSeconds: 3600 });
    expect(limits.translate.thresholdDefault).toBe(75);
  });

  it('a minimum is billed for pptx, docx, doc, xlsx and pdf alone', () => {
    const billed = Object.entries(documentTypes).filter(([, { minimum }]) => minimum);
    expect(billed.map(([extension]) => extension).toSorted()).toEqual([
      'doc',
      'docx',
      'pdf',
      'pptx',
      'xlsx',
    ]);
  });

  it('the result of doc is docx, of every other type its own', () => {
    for (const [extension, { result }] of Object.entries(documentTypes)) {
      expect(result).toBe(extension === 'doc' ? 'docx' : extension);
    }
  });
});

describe('languages that parameters take (interface.md 2.1, 4.1, 4.6)', () => {
  const formal = 'DE FR IT ES ES-419 NL PL PT-BR PT-PT JA RU'.split(' ');

  it.each(formal)('formality is supported for %s', (code) => {
    expect(translateError({ text: ['a'], target_lang: code, formality: 'more' })).toBeUndefined();
  });

  it.each(['EN-US', 'EN-GB', 'KO', 'ZH', 'SV', 'AR'])(
    'formality is not supported for %s',
    (code) => {
      const body = { text: ['a'], target_lang: code };
      expect(translateError({ ...body, formality: 'more' })).toContain('formality');
      expect(translateError({ ...body, formality: 'prefer_more' })).toBeUndefined();
    },
  );

  it('style rule lists exist for de, en, es, fr, it, ja, ko and zh', () => {
    expect([...styleLanguages]).toEqual(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh']);
  });

  it.each('de en-GB en-US es fr it ja ko pt-BR pt-PT zh zh-Hans'.split(' '))(
    'Write takes %s as a target',
    (code) => {
      expect(rephraseError({ text: 'a', target_lang: code })).toBeUndefined();
    },
  );

  it.each(['nl', 'sv', 'zh-Hant', 'xx'])('Write refuses %s as a target', (code) => {
    expect(rephraseError({ text: 'a', target_lang: code })).toContain('target_lang');
  });

  it.each('de en-GB en-US es fr it pt-BR pt-PT'.split(' '))(
    'styles and tones exist for %s',
    (code) => {
      const body = { text: 'a', target_lang: code } as const;
      expect(rephraseError({ ...body, writing_style: 'business' })).toBeUndefined();
      expect(rephraseError({ ...body, tone: 'friendly' })).toBeUndefined();
    },
  );

  it.each(['ja', 'ko', 'zh'])('styles and tones do not exist for %s, unless preferred', (code) => {
    const body = { text: 'a', target_lang: code } as const;
    expect(rephraseError({ ...body, tone: 'friendly' })).toContain('tone');
    expect(rephraseError({ ...body, tone: 'prefer_friendly' })).toBeUndefined();
    expect(rephraseError({ ...body, tone: 'default' })).toBeUndefined();
  });
});
