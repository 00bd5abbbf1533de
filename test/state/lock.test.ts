import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceHash, unitHash } from '../../src/lock/hash.js';
import { formatLock, parseLock } from '../../src/lock/index.js';
import { ADOPTED, REVIEW } from '../../src/lock/fact.js';
import { fact, factSet, factsArbitrary } from './facts.js';

const unit = unitHash('locales/en/app.json', ['cart', 'total']);
const other = unitHash('locales/en/app.json', ['cart', 'empty']);
const source = sourceHash('Total: {amount}');

describe('formatLock and parseLock', () => {
  it('write one sorted line per unit and source, tokens sorted, under a header', () => {
    const facts = new Map([
      [unit, [fact('12345678', { fr: ['bbbbbb', ADOPTED], de: ['cccccc', 'Qx'] })]],
      [other, [fact('87654321', { de: ['aaaaaa', REVIEW] })]],
    ]);
    const lines = formatLock(facts).split('\n');
    expect(lines[0]).toMatch(/^# locale-sync lock v1/);
    expect(lines.slice(2)).toEqual(
      [`${unit} 12345678 bbbbbb==fr ccccccQxde`, `${other} 87654321 aaaaaa??de`].sort().concat(''),
    );
  });

  it('give back every set of facts, whatever the locale is called', () => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const parsed = parseLock(formatLock(facts));
        expect(parsed.problems).toEqual([]);
        expect(factSet(parsed.facts)).toEqual(factSet(facts));
      }),
    );
  });

  it('give equal bytes for equal sets, whatever their order', () => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const text = formatLock(facts);
        const lines = text.split('\n').reverse().join('\n').concat(text);
        expect(formatLock(parseLock(lines).facts)).toBe(text);
      }),
    );
  });

  it('hold several facts of one unit', () => {
    const disagreed = new Map([
      [
        unit,
        [
          fact('12345678', { de: ['aaaaaa', ADOPTED], fr: ['dddddd', ADOPTED] }),
          fact('12345678', { de: ['bbbbbb', 'Qx'] }),
          fact('87654321', { de: ['cccccc', ADOPTED] }),
        ],
      ],
    ]);
    const { facts, problems } = parseLock(formatLock(disagreed));
    expect(problems).toEqual([]);
    expect(factSet(facts)).toEqual(
      [
        `${unit} 12345678 aaaaaa==de`,
        `${unit} 12345678 bbbbbbQxde`,
        `${unit} 12345678 dddddd==fr`,
        `${unit} 87654321 cccccc==de`,
      ].sort(),
    );
  });

  it('read CRLF, a byte order mark and an empty file', () => {
    const text = `\uFEFF# locale-sync lock v1\r\n${unit} ${source} aaaaaa==de\r\n`;
    expect(factSet(parseLock(text).facts)).toEqual([`${unit} ${source} aaaaaa==de`]);
    expect(parseLock('')).toMatchObject({ facts: new Map(), problems: [], writable: true });
  });

  it('never throw and never invent a fact when the lock is cut anywhere', () => {
    const facts = new Map([
      [unit, [fact(source, { de: ['aaaaaa', ADOPTED], 'pt-BR': ['bbbbbb', 'Qx'] })]],
      [other, [fact(source, { 'zh-Hant-TW': ['cccccc', REVIEW] })]],
    ]);
    const text = formatLock(facts);
    const all = new Set(factSet(facts));
    for (let end = 0; end < text.length; end += 1) {
      const parsed = parseLock(text.slice(0, end));
      for (const line of factSet(parsed.facts)) expect(all).toContain(line);
      const whole = end === 0 || text[end - 1] === '\n';
      expect(parsed.problems.map(({ code }) => code)).toEqual(whole ? [] : ['lock-unreadable']);
    }
  });

  it('skip garbled lines, with the first one named and the others counted', () => {
    const good = `${unit} ${source} aaaaaa==de`;
    const { facts, problems, writable } = parseLock(
      `${good}\nrubbish\n${unit} short\n${good} x\n${good}  bbbbbb==fr\n__proto__ a\n`,
    );
    expect(factSet(facts)).toEqual([good]);
    expect(writable).toBe(true);
    expect(problems).toEqual([
      expect.objectContaining({ code: 'lock-unreadable', severity: 'warning', line: 2 }),
    ]);
    expect(problems[0]?.message).toContain('4 more');
  });

  it('use the facts of both sides between conflict markers, and say where they are', () => {
    const [ours, theirs] = [`${unit} ${source} aaaaaa==de`, `${other} ${source} bbbbbb==de`];
    const { facts, problems } = parseLock(
      `# locale-sync lock v1\n<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> topic\n`,
    );
    expect(factSet(facts)).toEqual([ours, theirs].sort());
    expect(problems).toEqual([expect.objectContaining({ code: 'lock-unreadable', line: 2 })]);
    expect(problems[0]?.message).toContain('conflict');
  });

  it('answer for one unit what they answer for all', () => {
    fc.assert(
      fc.property(factsArbitrary, fc.boolean(), (facts, isSorted) => {
        const text = formatLock(facts);
        const lines = isSorted ? text : text.split('\n').reverse().join('\n').concat('\n');
        const all = parseLock(lines).facts;
        const lock = parseLock(lines);
        const units = [...facts.keys(), unit];
        const one = new Map(units.map((id) => [id, lock.factsOf(id)]));
        const wanted = new Map(units.map((id) => [id, all.get(id) ?? []]));
        expect(factSet(one)).toEqual(factSet(wanted));
      }),
    );
  });

  it('treat a lock of a newer version as empty and not to be overwritten, even when merged', () => {
    const line = `${unit} ${source} aaaaaa==de`;
    const parsed = parseLock(`# locale-sync lock v1\n${line}\n# locale-sync lock v5 more\n`);
    expect(parsed.facts.size).toBe(0);
    expect(parsed.writable).toBe(false);
    expect(parsed.problems).toEqual([expect.objectContaining({ code: 'lock-newer', line: 3 })]);
  });
});
