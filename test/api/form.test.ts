import { describe, expect, it } from 'vitest';
import { decodeFields, endpoints, fieldIssues, issueMessage } from '../../src/api/index.js';

const { schema } = endpoints.translateText.body;
const decode = (query: string) => decodeFields(schema, [...new URLSearchParams(query)]);

describe('form bodies', () => {
  it('give lists, booleans and numbers their types (interface.md 4.1)', () => {
    expect(
      decode('text=a&text=b&target_lang=de&preserve_formatting=1&translation_memory_threshold=80'),
    ).toEqual({
      text: ['a', 'b'],
      target_lang: 'de',
      preserve_formatting: true,
      translation_memory_threshold: 80,
    });
  });

  it('keep text that is no boolean or number, so that the check names it', () => {
    const fields = decode('text=a&target_lang=de&preserve_formatting=maybe');
    const { error } = schema.safeParse(fields);
    expect(error && fieldIssues(error, fields)).toMatchObject([
      { parameter: 'preserve_formatting', pointer: '/preserve_formatting', missing: false },
    ]);
  });

  it('leave unknown fields out', () => {
    expect(decode('text=a&target_lang=de&__proto__=x&nothing=1')).toEqual({
      text: ['a'],
      target_lang: 'de',
    });
  });

  it('take one text or several for Write', () => {
    const rephrase = endpoints.rephrase.body.schema;
    expect(decodeFields(rephrase, [['text', 'a']])).toEqual({ text: ['a'] });
  });

  it('take dictionaries by index', () => {
    const create = endpoints.createGlossary.body.schema;
    const fields = decodeFields(create, [
      ['name', 'n'],
      ['dictionaries[1].source_lang', 'en'],
      ['dictionaries[0].source_lang', 'de'],
      ['dictionaries[0].entries', 'a\tb'],
    ]);
    expect(fields).toEqual({
      name: 'n',
      dictionaries: [{ source_lang: 'de', entries: 'a\tb' }, { source_lang: 'en' }],
    });
    const { error } = create.safeParse(fields);
    const issues = error ? fieldIssues(error, fields) : [];
    expect(issues.map(issueMessage)).toContain(
      "Parameter 'dictionaries[0].target_lang' is missing",
    );
    expect(issues[0]?.pointer).toBe('/dictionaries/0/target_lang');
  });
});

describe('field issues', () => {
  it('tell missing from wrong', () => {
    const value = { text: 'a' };
    const { error } = schema.safeParse(value);
    const messages = error ? fieldIssues(error, value).map(issueMessage) : [];
    expect(messages).toEqual([
      "Value for 'text' is invalid: expected array, received string",
      "Parameter 'target_lang' is missing",
    ]);
  });
});
