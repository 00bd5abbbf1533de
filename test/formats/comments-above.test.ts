import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { KnownFormat } from '../../src/formats/endings.js';

/** A file of three values, with a place above the second for comments. */
interface Form {
  readonly file: (above: string, b: string) => string;
  readonly value: string;
  /** A value that somebody has taken out. */
  readonly out: string;
  readonly heading: string;
  readonly note: string;
  readonly key: readonly string[];
}

const xml = (open: string, one: (name: string) => string, close: string): Omit<Form, 'key'> => ({
  file: (above, b) => `${open}\n${one('a')}${above}${b}${one('c')}${close}\n`,
  value: one('b'),
  out: `  <!-- ${one('old').trim()} -->\n`,
  heading: '  <!-- ===== Menus ===== -->\n',
  note: '  <!-- Said of b -->\n',
});

const FORMS: Partial<Readonly<Record<KnownFormat, Form>>> = {
  php: {
    file: (above, b) => `<?php\nreturn [\n  'a' => 'A',\n${above}${b}  'c' => 'C',\n];\n`,
    value: "  'b' => 'B',\n",
    out: "  // 'old' => [\n  //   'x' => 'Old',\n  // ],\n",
    heading: '  /*****************\n   * Menus\n   *****************/\n',
    note: '  // Said of b\n',
    key: ['b'],
  },
  toml: {
    file: (above, b) => `a = "A"\n${above}${b}c = "C"\n`,
    value: 'b = "B"\n',
    out: '# old = "Old"\n',
    heading: '# ---- Menus ----\n',
    note: '# Said of b\n',
    key: ['b'],
  },
  json5: {
    file: (above, b) => `{\n  a: 'A',\n${above}${b}  c: 'C',\n}\n`,
    value: "  b: 'B',\n",
    out: "  // old: 'Old',\n",
    heading: '  //////// Menus\n',
    note: '  // Said of b\n',
    key: ['b'],
  },
  properties: {
    file: (above, b) => `a=A\n${above}${b}c=C\n`,
    value: 'b=B\n',
    out: '#old=Old\n! older = Older\n',
    heading: '# Menus\n#-------\n',
    note: '# Said of b\n',
    key: ['b'],
  },
  yaml: {
    file: (above, b) => `a: A\n${above}${b}c: C\n`,
    value: 'b: B\n',
    out: '# old: "Old"\n',
    heading: '# ======\n# Menus\n# ======\n',
    note: '# Said of b\n',
    key: ['b'],
  },
  fluent: {
    file: (above, b) => `a = A\n${above}${b}c = C\n`,
    value: 'b = B\n',
    out: '# old = Old\n',
    heading: '# ---- Menus ----\n',
    note: '# Said of b\n',
    key: ['b'],
  },
  strings: {
    file: (above, b) => `"a" = "A";\n${above}${b}"c" = "C";\n`,
    value: '"b" = "B";\n',
    out: '// "old" = "Old";\n',
    heading: '/**** Menus ****/\n',
    note: '/* Said of b */\n',
    key: ['b'],
  },
  android: {
    ...xml('<resources>', (one) => `  <string name="${one}">X</string>\n`, '</resources>'),
    key: ['b'],
  },
  resx: {
    ...xml('<root>', (one) => `  <data name="${one}"><value>X</value></data>\n`, '</root>'),
    key: ['b'],
  },
};

describe.each(Object.entries(FORMS))('%s', (format, form) => {
  const codec = formats[format as KnownFormat];
  const { file, value, key, out, heading, note } = form;
  const without = (above: string): string =>
    codec.edit(codec.parse(file(above, value)), [{ op: 'remove', key }]);

  it('a comment directly above a value goes with it', () => {
    expect(without(note)).toBe(file('', ''));
  });
  it('values that somebody has taken out stay, and what is above them', () => {
    expect(without(out)).toBe(file(out, ''));
    expect(without(note + out)).toBe(file(note + out, ''));
    expect(without(out + note)).toBe(file(out, ''));
  });
  it('the heading of a section stays', () => {
    expect(without(heading)).toBe(file(heading, ''));
    expect(without(heading + note)).toBe(file(heading, ''));
  });
  it('what a blank line parts stays', () => {
    expect(without(`${note}\n`)).toBe(file(`${note}\n`, ''));
  });
});
