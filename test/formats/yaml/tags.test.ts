import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import type { Edit, Key } from '../../../src/model/index.js';

/** A target that got all of its source that it lacks. */
function filled(sourceText: string, targetText: string): string {
  const source = yaml.parse(sourceText, { role: 'source', locale: 'en' });
  const target = yaml.parse(targetText, { role: 'target', locale: 'de', source });
  const known = new Set(target.units.map(({ key }) => key.join('.')));
  let after: Key | null = null;
  const edits = source.units.flatMap((unit): Edit[] => {
    const { key, text } = unit;
    const from = { document: source, unit };
    const edit: Edit = { op: 'insert', key, text, after, from };
    after = key;
    return known.has(key.join('.')) ? [] : [edit];
  });
  return yaml.edit(target, edits);
}

describe('a collection with a tag has it in a target that lacks it', () => {
  const list = 'a: !!omap\n  - x: One\n  - y: Two\n';
  it.each([
    [list, '', list],
    [list, '{}\n', list],
    [list, 'b: Drei\n', `${list}b: Drei\n`],
    [list, 'a:\n', list],
    [list, 'a: []\n', list],
    [list, 'a: !!omap\n', list],
    ['!!omap\n- x: One\n', '', '!!omap\n- x: One\n'],
    ['--- !!omap\n- x: One\n', '# texts\n', '# texts\n\n!!omap\n- x: One\n'],
    ['a: !!pairs [x: One]\n', 'b: Drei\n', 'a: !!pairs [{x: One}]\nb: Drei\n'],
    ['- !!omap\n  - x: One\n', '', '- !!omap\n  - x: One\n'],
    ['en: !map\n  x: One\n', 'de:\n', 'de: !map\n  x: One\n'],
    ['en: !map\n  x: One\n', '', 'de: !map\n  x: One\n'],
  ])('%j into %j', (source, target, expected) => {
    const text = filled(source, target);
    expect(text).toBe(expected);
    const same = yaml.parse(source, { locale: 'en' }).units.map((unit) => unit.text);
    const options = { role: 'target', locale: 'de' } as const;
    expect(yaml.parse(text, options).units.map((unit) => unit.text)).toEqual(
      expect.arrayContaining(same),
    );
  });
});
