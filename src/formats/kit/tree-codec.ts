import type { Codec, Document, ParseOptions, Unit } from '../../model/index.js';
import { asBefore, fileFacts, Readings } from './documents.js';
import { applySplices } from './splices.js';
import type { TreeFile, TreeFormat } from './tree.js';
import { editSplices } from './tree-edits.js';
import { TreeIndex } from './tree-index.js';
import { rejectUnusable } from './unusable.js';

/** A codec for a format whose values form a tree of nodes, each with a block of lines. */
export function treeCodec<F extends TreeFile>(format: TreeFormat<F>): Codec {
  const { name, extensions, capabilities, escape } = format;
  const readings = new Readings<TreeIndex<F>>();
  const indexOf = (document: Document): TreeIndex<F> =>
    readings.of(
      document,
      ({ text }) => new TreeIndex(format.read(text, asBefore(document)), format),
    );
  const parse = (text: string, options: ParseOptions = {}): Document => {
    rejectUnusable(text, options.file);
    const index = new TreeIndex(format.read(text, options), format);
    const { file } = index;
    const document: Document = {
      ...{ ...fileFacts(name, text, options), units: index.units, indent: '' },
      problems: [...(file.problems ?? []), ...index.duplicates(options.file)],
      ...file.facts,
    };
    return readings.keep(document, index);
  };
  return {
    ...{ name, extensions, capabilities, parse },
    ...(escape !== undefined && { escape }),
    edit: (document, edits) =>
      edits.length === 0
        ? document.text
        : applySplices(document.text, editSplices(indexOf(document), edits, format)),
    derive: (source, edits, options) => {
      const index = indexOf(source);
      return applySplices(source.text, [
        ...editSplices(index, edits, format),
        ...(format.derived?.(index.file, options) ?? []),
      ]);
    },
  };
}

/** A translatable unit; an empty `note` is left out. */
export function textUnit(unit: Omit<Unit, 'kind' | 'note'> & { note: string | undefined }): Unit {
  const { key, text, range, note, ...rest } = unit;
  return { ...plainUnit({ key, text, range, note }), ...rest };
}

/** The same for a unit without other fields. */
export function plainUnit({
  key,
  text,
  range,
  note,
}: Pick<Unit, 'key' | 'text' | 'range'> & { note: string | undefined }): Unit {
  const hasNote = note !== undefined && note !== '';
  return hasNote ? { key, text, range, kind: 'text', note } : { key, text, range, kind: 'text' };
}
