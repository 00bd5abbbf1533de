import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/index.js';
import type { FormatName } from '../../src/model/index.js';

const { json, yaml, xliff } = formats;
const core = 'xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"';

/** A file of each format with one text in it. */
const WITH: Readonly<Record<FormatName, (text: string) => string>> = {
  json: (text) => `{\n  "a": "${text}"\n}\n`,
  yaml: (text) => `a: "${text}"\n`,
  xliff: (text) =>
    `<xliff ${core}><file id="f"><unit id="a"><segment><source>${text}</source></segment></unit></file></xliff>`,
  srt: (text) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`,
};
const each = Object.values(formats).map((codec) => [codec.name, codec] as const);
const refusal = (code: string): Error =>
  expect.objectContaining({
    ...{ name: 'FormatError', code, file: 'f' },
    line: expect.any(Number) as number,
  }) as Error;

describe.each(each)('%s', (name, codec) => {
  it('refuses a NUL, with its place', () => {
    expect(() => codec.parse(WITH[name]('x\0'), { file: 'f' })).toThrow(refusal('encoding'));
  });
  it('refuses markers of an unfinished merge', () => {
    const text = `${WITH[name]('x')}\n<<<<<<< HEAD\n`;
    expect(() => codec.parse(text, { file: 'f' })).toThrow(refusal('conflict-markers'));
  });
  it('keeps a lone surrogate or refuses it', () => {
    const text = WITH[name]('x\ud800');
    if (name === 'xliff')
      expect(() => codec.parse(text, { file: 'f' })).toThrow(refusal('encoding'));
    else expect(codec.edit(codec.parse(text), [])).toBe(text);
  });
});

describe('keys that objects have already', () => {
  const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
  const members = keys.map((key) => `"${key}": {"polluted": "${key}"}`).join(', ');

  it.each([
    ['json', json, `{${members}}`],
    ['yaml', yaml, `{${members}}`],
    [
      'xliff',
      xliff,
      `<xliff ${core}>${keys.map((key) => `<file id="${key}"><unit id="polluted"><segment><source>${key}</source></segment></unit></file>`).join('')}</xliff>`,
    ],
  ] as const)('%s: are keys as any other', (_, codec, text) => {
    const document = codec.parse(text);
    expect(document.units.map(({ key, text: value }) => [...key, value])).toEqual(
      keys.map((key) => [key, 'polluted', key]),
    );
    const edits = document.units.map(({ key }) => ({ op: 'set' as const, key, text: 'new' }));
    const after = codec.parse(codec.edit(document, edits));
    expect(after.units.map(({ key }) => key[0])).toEqual(keys);
    expect(after.units.every((unit) => unit.text === 'new')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('nesting of 10,000 levels is an error', () => {
  const deep = 10_000;
  it.each([
    ['json', json, '['.repeat(deep)],
    ['json', json, `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['yaml', yaml, `${'{a: '.repeat(deep)}1${'}'.repeat(deep)}`],
    ['yaml', yaml, '- '.repeat(deep)],
    [
      'xliff',
      xliff,
      `<xliff ${core}><file id="f">${Array.from({ length: deep }, (_, i) => `<group id="g${i}">`).join('')}`,
    ],
  ] as const)('%s', (_, codec, text) => {
    expect(() => codec.parse(text, { file: 'f' })).toThrow(refusal('too-deep'));
  });
});

describe('XML that is meant to hurt', () => {
  it('a DOCTYPE and the entities of a bomb are refused before anything is expanded', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50)}"><!ENTITY b "&a;&a;&a;">]>${WITH.xliff('&b;')}`;
    expect(() => xliff.parse(bomb, { file: 'f' })).toThrow(refusal('doctype'));
    expect(() => xliff.parse(WITH.xliff('&b;'), { file: 'f' })).toThrow(refusal('syntax'));
  });
});

describe('a JSON file of 50 MB', () => {
  it('is read, and one edit changes its value alone', () => {
    const line = (i: number): string => `  "key.${i}": "${'some words '.repeat(90)}${i}"`;
    const text = `{\n${Array.from({ length: 50_000 }, (_, i) => line(i)).join(',\n')}\n}\n`;
    expect(text.length).toBeGreaterThan(50e6);
    const document = json.parse(text);
    expect(document.units).toHaveLength(50_000);
    const { key, range } = document.units[25_000]!;
    const after = json.edit(document, [{ op: 'set', key, text: 'x' }]);
    // Compared as booleans: a failed comparison would print both texts.
    expect(after === `${text.slice(0, range.start)}"x"${text.slice(range.end)}`).toBe(true);
  }, 60_000);
});
