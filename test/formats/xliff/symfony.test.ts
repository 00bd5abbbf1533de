import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/model/index.js';
import { xliff } from '../../../src/formats/xliff/index.js';

interface Texts {
  readonly id?: string;
  readonly head?: string;
}

const unit = (id: string, source: string, target?: string): string =>
  `<unit id="${id}"><segment><source>${source}</source>${target === undefined ? '' : `<target>${target}</target>`}</segment></unit>\n`;

/** As Symfony's dumper writes: the domain and the locale in the id, a keyword as source. */
function fileOf(locale: string, units: string, { id, head = '' }: Texts = {}): string {
  return `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${locale.replace('_', '-')}">
${head}<file id="${id ?? `messages.${locale}`}">
${units}</file>
</xliff>
`;
}

const sourceOf = (text: string): Document => xliff.parse(text, { role: 'source', locale: 'en' });
const targetOf = (text: string, source: Document, locale = 'fr'): Document =>
  xliff.parse(text, { role: 'target', locale, source });
const keysOf = ({ units }: Document): string[] => units.map(({ key }) => key.join(' '));

describe('the id of a file that ends with its locale', () => {
  const source = sourceOf(fileOf('en', unit('a', 'One') + unit('b', 'Two')));

  it.each([
    ['fr', 'messages.fr'],
    ['pt_BR', 'messages.pt-BR'],
  ])('follows the locale %s, while keys stay those of the source', (locale, id) => {
    const target = targetOf(fileOf(locale, unit('a', 'One', 'Un'), { id }), source, locale);
    expect(keysOf(target)).toEqual(['messages.en a']);
    const from = { document: source, unit: source.units[1]! };
    const edits = [
      { op: 'set', key: ['messages.en', 'a'], text: 'X' },
      { op: 'insert', key: ['messages.en', 'b'], text: 'Y', after: ['messages.en', 'a'], from },
    ] as const;
    const text = xliff.edit(target, edits);
    expect(text).toContain(`<file id="${id}">`);
    expect(text).not.toContain('messages.en');
    expect(targetOf(text, source, locale).units.map((one) => one.text)).toEqual(['X', 'Y']);
  });

  it('is that of the new locale in a new file', () => {
    const edits = [{ op: 'set', key: ['messages.en', 'a'], text: 'Un' }] as const;
    const text = xliff.derive(source, edits, { locale: 'fr', language: 'fr' });
    expect(text).toContain('<file id="messages.fr">');
    expect(keysOf(targetOf(text, source))).toEqual(['messages.en a', 'messages.en b']);
  });

  it('is that of the new locale where a target lacks the file', () => {
    const two = sourceOf(
      fileOf('en', unit('a', 'One'), { head: `<file id="app.en">\n${unit('z', 'Zed')}</file>\n` }),
    );
    const target = targetOf(fileOf('fr', unit('a', 'One', 'Un')), two);
    const from = { document: two, unit: two.units[0]! };
    const insert = { op: 'insert', key: ['app.en', 'z'], text: 'Zède', after: null, from } as const;
    const text = xliff.edit(target, [insert]);
    expect(text).toContain('<file id="app.fr">');
    expect(keysOf(targetOf(text, two)).sort()).toEqual(['app.en z', 'messages.en a']);
  });

  it('stays where a target has kept that of the source', () => {
    const text = fileOf('fr', unit('a', 'One', 'Un'), { id: 'messages.en' });
    const target = targetOf(text, source);
    expect(keysOf(target)).toEqual(['messages.en a']);
    const both = text.replace(
      '</xliff>',
      `<file id="messages.fr">\n${unit('a', 'One')}</file>\n</xliff>`,
    );
    expect(keysOf(targetOf(both, source))).toEqual(['messages.en a', 'messages.fr a']);
  });

  it.each(['screen', 'ngi18n', 'messages.en.json'])('is left alone where it is %s', (id) => {
    const plain = sourceOf(fileOf('en', unit('a', 'One'), { id }));
    const edits = [{ op: 'set', key: [id, 'a'], text: 'Un' }] as const;
    const text = xliff.derive(plain, edits, { locale: 'fr', language: 'fr' });
    expect(text).toContain(`<file id="${id}">`);
  });
});

describe('targets in the language of the source', () => {
  const text = fileOf('en', unit('a', 'cart.title', 'Your <ph id="1"/> cart') + unit('b', 'Plain'));
  const source = sourceOf(text);

  it('are what is translated', () => {
    expect(source.units).toMatchObject([
      { text: 'Your <ph id="1"/> cart', source: 'cart.title', inline: 'xliff' },
      { text: 'Plain' },
    ]);
    expect(xliff.edit(source, [])).toBe(text);
    const edits = [{ op: 'set', key: ['messages.en', 'a'], text: 'My <ph id="1"/>' }] as const;
    expect(xliff.edit(source, edits)).toBe(
      text.replace('Your <ph id="1"/> cart', 'My <ph id="1"/>'),
    );
  });

  it('give a new file its targets, beside the keywords', () => {
    const edits = [
      { op: 'set', key: ['messages.en', 'a'], text: 'Votre <ph id="1"/>' },
      { op: 'set', key: ['messages.en', 'b'], text: 'Simple' },
    ] as const;
    const made = xliff.derive(source, edits, { locale: 'fr', language: 'fr' });
    expect(made).toContain('<source>cart.title</source><target>Votre <ph id="1"/></target>');
    expect(made).toContain('<source>Plain</source><target>Simple</target>');
    expect(made).toContain('srcLang="en" trgLang="fr"');
  });

  it('bind the codes of a translation that is set or inserted, and leave its keyword', () => {
    const target = targetOf(fileOf('fr', unit('b', 'Plain', 'Simple')), source);
    const from = { document: source, unit: source.units[0]! };
    const insert = { op: 'insert', key: ['messages.en', 'a'], after: null, from } as const;
    expect(() => xliff.edit(target, [{ ...insert, text: 'Votre' }])).toThrow('is missing');
    const made = xliff.edit(target, [{ ...insert, text: 'Votre <ph id="1"/>' }]);
    expect(made).toContain('<source>cart.title</source><target>Votre <ph id="1"/></target>');
    const set = { op: 'set', key: ['messages.en', 'a'], from } as const;
    const standing = targetOf(made, source);
    expect(() => xliff.edit(standing, [{ ...set, text: 'Mon' }])).toThrow('is missing');
    expect(xliff.edit(standing, [{ ...set, text: '<ph id="1"/> mon' }])).toContain(
      '<source>cart.title</source><target><ph id="1"/> mon</target>',
    );
  });

  it('are not those of a file in another language', () => {
    const french = xliff.parse(fileOf('fr', unit('a', 'Cart', 'Panier')), { locale: 'en' });
    expect(french.units[0]).toMatchObject({ text: 'Cart' });
    expect(french.units[0]).not.toHaveProperty('source');
  });
});
