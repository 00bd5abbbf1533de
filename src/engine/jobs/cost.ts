import { documentTypes, limits } from '../../facts/index.js';
import type { DocumentExtension } from '../../facts/index.js';
import { decodeAs, rejectUnusable, srt, xliff } from '../../formats/index.js';
import { FormatError } from '../../model/index.js';
import { countCharacters } from '../../text/index.js';
import { documentDamage } from './document-damage.js';
import type { FileCost } from './types.js';

/** The fewest requests that a document needs: upload, status, result. */
export const DOCUMENT_REQUESTS = 3;
/** The fewest requests that a recording needs besides one per result: create, upload, status. */
export const RECORDING_REQUESTS = 3;

export function isDocumentType(ending: string): ending is DocumentExtension {
  return Object.hasOwn(documentTypes, ending);
}

/**
 * The fewest characters that a document is billed with (docs/interface.md 8): exact for plain text;
 * for markup, the text between tags; 0 if only the service can tell, as for images.
 */
export function documentCost(ending: DocumentExtension, bytes: Buffer): FileCost {
  const flaw = documentDamage(ending, bytes);
  if (flaw !== undefined) return { flaw };
  const { minimum } = documentTypes[ending];
  if (!isText(ending)) {
    return { characters: minimum ? limits.documents.minimumBilledCharacters : 0 };
  }
  try {
    return textCost(ending, bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { flaw: `cannot be read: ${error.message.replace(/\.$/, '')}` };
  }
}

const TEXTS = ['txt', 'htm', 'html', 'srt', 'xlf', 'xliff'] as const;
type TextType = (typeof TEXTS)[number];

function isText(ending: DocumentExtension): ending is TextType {
  return TEXTS.some((one) => one === ending);
}

/** The only XLIFF version that the service accepts. */
const XLIFF = '2.1';

/** @throws FormatError */
function textCost(ending: TextType, bytes: Buffer): FileCost {
  // What is neither UTF-8 nor UTF-16 is read as browsers do.
  const capabilities = { fallbackEncoding: 'windows-1252' };
  const text = decodeAs(bytes, { capabilities }).text.replace(/^\ufeff/, '');
  rejectUnusable(text);
  if (ending === 'txt') return { characters: countCharacters(text.trimEnd()) };
  if (ending === 'htm' || ending === 'html') {
    const shown = text.replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, '');
    return { characters: countCharacters(shown.replace(/\s+/g, ' ').trim(), 'html') };
  }
  if (ending !== 'srt') {
    const [, version = XLIFF] = /<xliff\b[^>]*?\sversion\s*=\s*["']([\d.]+)["']/.exec(text) ?? [];
    if (version !== XLIFF) {
      return {
        flaw: `is XLIFF ${version}, but the service only accepts ${XLIFF}; list it under \`catalogs\` to translate it text by text`,
      };
    }
  }
  const { units } = (ending === 'srt' ? srt : xliff).parse(text);
  const characters = units
    .filter(({ kind, translate }) => kind === 'text' && translate !== false)
    .reduce((sum, unit) => sum + countCharacters(unit.text.trim(), 'html'), 0);
  return { characters };
}

/** A sum of hundredths, without the noise of floating point. */
export function hundredths(sum: number): number {
  return Math.round(sum * 100) / 100;
}
