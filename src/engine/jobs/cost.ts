import { unzipSync } from 'fflate';
import { documentTypes, limits } from '../../facts/index.js';
import type { DocumentExtension } from '../../facts/index.js';
import { decodeAs, rejectUnusable, srt, xliff } from '../../formats/index.js';
import { FormatError } from '../../model/index.js';
import { countCharacters } from '../../text/index.js';

/** The fewest requests that a document needs: upload, status, result. */
export const DOCUMENT_REQUESTS = 3;
/** The fewest requests that a recording needs besides one per result: create, upload, status. */
export const RECORDING_REQUESTS = 3;

/** What a file costs at least, as far as the file says it. */
export interface FileCost {
  readonly characters?: number;
  /** Of speech. A hundredth of a minute is the least that counts. */
  readonly minutes?: number | undefined;
  /** Why the service would refuse the file, as the end of a sentence. */
  readonly flaw?: string | undefined;
}

export const CUT = 'is damaged: its end is missing';

export function isDocumentType(ending: string): ending is DocumentExtension {
  return Object.hasOwn(documentTypes, ending);
}

/** The part that an Office document must have. */
const MAIN_PARTS: Partial<Record<DocumentExtension, string>> = {
  docx: 'word/document.xml',
  pptx: 'ppt/presentation.xml',
  xlsx: 'xl/workbook.xml',
};
const CONTAINER = Buffer.from('d0cf11e0', 'hex');
/** The most bytes of XML that are unpacked to look whether they are sound. */
const MOST_XML = 100_000_000;

/**
 * The fewest characters that a document is billed with (docs/interface.md 8): exact for plain text;
 * for markup, the text between tags; 0 if only the service can tell, as for images.
 */
export function documentCost(ending: DocumentExtension, bytes: Buffer): FileCost {
  const characters = documentTypes[ending].minimum ? limits.documents.minimumBilledCharacters : 0;
  switch (ending) {
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return { characters, flaw: archiveFlaw(bytes, MAIN_PARTS[ending] ?? '') };
    case 'doc': {
      // The table of contents of such a container is near its end.
      if (!bytes.subarray(0, 4).equals(CONTAINER)) return { characters };
      const isWhole =
        bytes.length >= 512 &&
        (bytes.readUInt32LE(48) + 2) * 2 ** bytes.readUInt16LE(30) <= bytes.length;
      return { characters, flaw: isWhole ? undefined : CUT };
    }
    case 'txt':
    case 'htm':
    case 'html':
    case 'srt':
    case 'xlf':
    case 'xliff':
      try {
        return { characters: charactersIn(ending, bytes) };
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        return { flaw: `cannot be read: ${error.message.replace(/\.$/, '')}` };
      }
    case 'pdf':
    case 'png':
    case 'jpg':
    case 'jpeg':
      return { characters };
  }
}

/** @throws FormatError */
function charactersIn(ending: DocumentExtension, bytes: Buffer): number {
  // What is neither UTF-8 nor UTF-16 is read as browsers do.
  const capabilities = { fallbackEncoding: 'windows-1252' };
  const text = decodeAs(bytes, { capabilities }).text.replace(/^\ufeff/, '');
  rejectUnusable(text);
  if (ending === 'txt') return countCharacters(text.trimEnd());
  if (ending === 'htm' || ending === 'html') {
    const shown = text.replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, '');
    return countCharacters(shown.replace(/\s+/g, ' ').trim(), 'html');
  }
  const { units } = (ending === 'srt' ? srt : xliff).parse(text);
  return units
    .filter(({ kind, translate }) => kind === 'text' && translate !== false)
    .reduce((sum, unit) => sum + countCharacters(unit.text.trim(), 'html'), 0);
}

/** Why an Office document cannot be opened; undefined: it can. */
function archiveFlaw(bytes: Buffer, main: string): string | undefined {
  let room = MOST_XML;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isXml = /\.(?:xml|rels)$/.test(name);
        if (isXml) room -= originalSize;
        return isXml && room >= 0;
      },
    });
    if (room < 0) return undefined;
    if (parts[main] === undefined) return `is damaged, or of another kind: it has no ${main}`;
    const torn = Object.entries(parts).find(
      ([, part]) => !/>\s*$/.test(Buffer.from(part.subarray(-64)).toString('latin1')),
    );
    return torn && `is damaged: the end of ${torn[0]} in it is missing`;
  } catch {
    return 'is damaged: it cannot be unpacked';
  }
}
