import { describe, expect, test } from 'vitest';
import { isInList, listOf } from '../../src/engine/units/list-keys.js';

describe('a key leads into a list', () => {
  test.each<[string, boolean]>([
    ['faq.0', true],
    ['faq.0.answer', true],
    ['faq.10', true],
    ['0', true],
    ['faq', false],
    ['faq.q1', false],
    ['faq.01', false],
    ['faq.1a', false],
    ['faq.-1', false],
  ])('%s: %s', (key, expected) => {
    expect(isInList(key.split('.'))).toBe(expected);
    expect(listOf(key.split('.')) !== undefined).toBe(expected);
  });
});

describe('a place in a list', () => {
  const at = (key: string): ReturnType<typeof listOf> => listOf(key.split('.'));

  test('is its list, its number, and the rest of the key', () => {
    expect(at('faq.3.answer')).toMatchObject({ index: 3 });
    expect(at('faq.3.answer')?.list).toBe(at('faq.0')?.list);
    expect(at('faq.3.answer')?.part).toBe(at('faq.0.answer')?.part);
    expect(at('faq.3.answer')?.part).not.toBe(at('faq.3.question')?.part);
  });

  test('is in the outermost list', () => {
    expect(at('a.1.b.2')).toEqual({ ...at('a.1'), part: at('a.9.b.2')?.part });
  });

  test('lists of the same name at different depths are different', () => {
    expect(at('a.0')?.list).not.toBe(at('0')?.list);
    expect(at('a.b.0')?.list).not.toBe(at('a.0')?.list);
  });
});
