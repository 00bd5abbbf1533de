import { describe, expect, it } from 'vitest';
import { keyId, type Edit } from '../../../src/model/index.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, hostileTexts } from '../support/laws.js';
import { fixtures } from './fixtures.js';
import { readWithXmldom } from './read.js';

const { files, refused } = corpusFiles(xliff, undefined, 'xliff12');
const all = [...fixtures, ...files];

describeLaws({
  codec: xliff,
  files: all,
  perFile: 3,
  // See the laws of targets.
  derive: false,
  read: (text, { options }) => readWithXmldom(text, options?.locale === 'en' ? 'target' : 'source'),
  editable: (unit) => unit.kind === 'text' && unit.translate !== false && unit.inline === undefined,
  // A keyword is shown where its text is empty.
  kept: (text, unit) => (text === '' ? (unit.source ?? text) : text),
  // One segment of several is no unit.
  movable: (unit, { units }) => units.every(({ key }) => key.length >= unit.key.length),
});

describe('corpus files', () => {
  it('are read, but for what is no XML', () => {
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'syntax'));
    expect(refused.length).toBeLessThanOrEqual(1);
  });
});

describe('laws of targets', () => {
  const target = { role: 'target', locale: 'de' } as const;
  const subjects = all
    .map(({ name, text, options }) => {
      const encoding = options?.encoding;
      return { name, encoding, document: xliff.parse(text, { ...target, encoding }) };
    })
    .filter(({ document }) => document.text.length < 100_000);

  it('every unit takes a translation, and no other value changes', () => {
    for (const { name, document, encoding } of subjects) {
      const inlined = new Set(
        xliff
          .parse(document.text, { encoding })
          .units.flatMap(({ inline, key }) => (inline ? keyId(key) : [])),
      );
      const edits = document.units
        .filter(({ translate }, index) => translate !== false && index % 2 === 0)
        .map((unit, index): Edit & { op: 'set' } => {
          const text = inlined.has(keyId(unit.key))
            ? (unit.source ?? '')
            : hostileTexts[index % hostileTexts.length] || 'x';
          return { op: 'set', key: unit.key, text };
        });
      const text = xliff.edit(document, edits);
      expect(xliff.edit(document, edits.toReversed()), name).toBe(text);
      const expected = new Map(document.units.map((unit) => [keyId(unit.key), unit.text]));
      for (const edit of edits) expected.set(keyId(edit.key), edit.text);
      const after = xliff.parse(text, { ...target, encoding });
      expect(new Map(after.units.map((unit) => [keyId(unit.key), unit.text])), name).toEqual(
        expected,
      );
      expect(readWithXmldom(text, 'source'), name).toEqual(readWithXmldom(document.text, 'source'));
    }
  });

  it('a new target has every unit of the source, in its order, with the translation beside it', () => {
    for (const { name, document, encoding } of subjects) {
      const source = xliff.parse(document.text, { encoding });
      const edits = source.units
        .filter(({ translate }) => translate !== false)
        .map((unit): Edit & { op: 'set' } => {
          const text = unit.inline === undefined ? 'Neu & <so>' : unit.text;
          return { op: 'set', key: unit.key, text };
        });
      const text = xliff.derive(source, edits, { locale: 'zz', language: 'zz' });
      const { units, targetLanguage } = xliff.parse(text, { ...target, encoding });
      if (source.text.includes('<file')) expect(targetLanguage, name).toBe('zz');
      const stated = text.match(/<(?:x:)?file\s[^>]*?target-language=["']zz["']/g)?.length ?? 0;
      expect(stated, name).toBe(text.match(/<(?:x:)?file\s/g)?.length ?? 0);
      expect(units.map((unit) => [...unit.key, unit.source])).toEqual(
        source.units.map((unit) => [...unit.key, unit.text]),
      );
      const written = new Map(edits.map((edit) => [keyId(edit.key), edit.text]));
      for (const unit of units)
        if (written.has(keyId(unit.key)))
          expect(unit.text, name).toBe(written.get(keyId(unit.key)));
      expect(readWithXmldom(text, 'source'), name).toEqual(readWithXmldom(document.text, 'source'));
    }
  });

  it('units that a target lacks are added in source order', () => {
    for (const { name, document, encoding } of subjects) {
      const source = xliff.parse(document.text, { encoding });
      if (source.units.length < 4) continue;
      const depth = Math.min(...source.units.map(({ key }) => key.length));
      const whole = source.units.filter(({ key }) => key.length === depth);
      const gone = whole.filter((_, index) => index % 3 === 1);
      const removes = gone.map(({ key }): Edit => ({ op: 'remove', key }));
      const made = xliff.derive(source, removes, { locale: 'zz', language: 'zz' });
      const less = xliff.parse(made, { role: 'target', locale: 'zz', source, encoding });
      const inserts = gone.map((unit): Edit => {
        const after = source.units[source.units.indexOf(unit) - 1]?.key ?? null;
        const isFree = unit.inline === undefined && unit.translate !== false;
        const text = isFree ? 'Neu' : unit.text;
        return { op: 'insert', key: unit.key, text, after, from: { document: source, unit } };
      });
      const text = xliff.edit(less, inserts);
      expect(xliff.edit(less, inserts.toReversed()), name).toBe(text);
      const { units } = xliff.parse(text, { role: 'target', locale: 'zz', source, encoding });
      expect(
        units.map(({ key }) => key),
        name,
      ).toEqual(source.units.map(({ key }) => key));
      expect(readWithXmldom(text, 'source'), name).toEqual(readWithXmldom(document.text, 'source'));
    }
  });
});
