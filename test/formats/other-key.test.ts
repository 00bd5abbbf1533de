import { expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { KnownFormat } from '../../src/formats/endings.js';
import type { Edit, ParseOptions } from '../../src/model/index.js';
import { BAD_INPUTS } from './support/bad-inputs.js';

/** Formats whose keys are names: of subtitles and Markdown they are places, a file of a store is one text. Xcode alone adds some. */
const NAMED = (Object.keys(formats) as KnownFormat[]).filter(
  (format) =>
    !formats[format].capabilities.sourceDecides && !/^(?:fastlane|xcstrings)$/.test(format),
);

it.each(NAMED)(
  '%s: a text that is made from a unit of another key has the key that is asked for',
  (format) => {
    const codec = formats[format];
    const { capabilities } = codec;
    const text = BAD_INPUTS[format].file('x');
    const source = codec.parse(text, { role: 'source', locale: 'en' });
    const options: ParseOptions =
      capabilities.bilingual || capabilities.multilingual === true
        ? { role: 'target', locale: 'en', source }
        : {};
    const document = codec.parse(text, options);
    const unit = source.units.at(-1);
    if (unit === undefined) throw new Error('no unit');
    const key = unit.key.map((part, at) =>
      at === unit.key.length - (unit.plural ? 2 : 1) ? `new${part}` : part,
    );
    const insert: Edit = {
      op: 'insert',
      key,
      text: 'New',
      after: null,
      from: { document: source, unit },
    };
    const keys = codec.parse(codec.edit(document, [insert]), options).units.map((one) => one.key);
    expect(keys).toContainEqual(key);
    expect(keys).toHaveLength(document.units.length + 1);
  },
);
