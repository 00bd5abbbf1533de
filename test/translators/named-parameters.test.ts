import { expect, test } from 'vitest';
import { namedParameters } from '../../src/client/translators/errors.js';

test.each<[string, readonly string[]]>([
  ["Value for 'target_lang' not supported: 'XX'", ['target_lang']],
  ['Value for "target_lang" not supported.', ['target_lang']],
  ['Bad request: target_lang is unknown', ['target_lang']],
  ["'formality' is not supported for the given 'target_lang' 'SV'", ['formality', 'target_lang']],
  ["'source_lang' and 'target_lang' are equal", ['source_lang', 'target_lang']],
  ["Value for 'custom_instructions[0]' is invalid", ['custom_instructions']],
  ["Parameter 'text' is missing", ['text']],
  ['The text is too long in this context', []],
  ["'model_type' latency_optimized cannot be combined with 'style_id'", ['model_type', 'style_id']],
  ["Value for 'tone' is invalid", []],
  ['Quota exceeded', []],
  ['', []],
])('%s', (message, names) => {
  expect(namedParameters(message)).toEqual(names);
});

test('an id that the request was sent with names its parameter', () => {
  const ids = { glossary_id: 'af45-7762', style_id: undefined };
  expect(namedParameters("Glossary 'af45-7762' not found", ids)).toEqual(['glossary_id']);
  expect(namedParameters("Glossary 'other' not found", ids)).toEqual([]);
});
