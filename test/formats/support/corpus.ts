import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  FormatError,
  type Codec,
  type Document,
  type ParseOptions,
} from '../../../src/model/index.js';
import { decodeAs } from '../../../src/formats/kit/encoding.js';

export interface LawFile {
  readonly name: string;
  readonly text: string;
  readonly options?: ParseOptions;
  /** The text parsed with these options. */
  readonly document?: Document;
}

const root = join(import.meta.dirname, '../../../../shared/corpora');

/** Bytes of every corpus file of a format; empty if the corpora are not installed. */
export function corpusBytes(format: string): { name: string; bytes: Uint8Array }[] {
  const folder = join(root, format);
  if (!existsSync(folder)) {
    console.info(`No corpora beside the repository: ${format} is tested on its fixtures alone.`);
    return [];
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ name: path.slice(root.length + 1), bytes: readFileSync(path) }));
}

/** Corpus files that the codec reads, and those that it refuses, with their error. */
export function corpusFiles(
  codec: Codec,
  optionsOf: (name: string, text: string) => ParseOptions | undefined = () => undefined,
  folder: string = codec.name,
): { files: LawFile[]; refused: { name: string; error: FormatError }[] } {
  const files: LawFile[] = [];
  const refused: { name: string; error: FormatError }[] = [];
  for (const { name, bytes } of corpusBytes(folder)) {
    try {
      const { text, encoding } = decodeAs(bytes, { file: name, capabilities: codec.capabilities });
      const said = optionsOf(name, text);
      const options = encoding === 'utf-8' ? said : { ...said, encoding };
      const document = codec.parse(text, options);
      files.push({ name, text, document, ...(options && { options }) });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refused.push({ name, error });
    }
  }
  return { files, refused };
}
