import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../tools/run-tool.js';
import type { Workplace } from '../tools/scratch.js';
import { DocumentError } from './kind.js';
import { withPrograms } from './with-programs.js';

const timeout = 120_000;

/**
 * Input filters for LibreOffice, which would otherwise read anything, if necessary as plain text.
 */
const filters = { doc: 'MS Word 97', docx: 'MS Word 2007 XML' };

const reasons = {
  doc: 'the file is damaged, protected by a password, or older than Word 97',
  docx: 'a component is not installed, such as libreoffice-draw for images',
};

export interface Conversion extends Workplace {
  readonly content: Uint8Array;
  /** Extension of the content. */
  readonly from: keyof typeof filters;
  readonly to: string;
}

/** Converts a document with LibreOffice. @throws DocumentError, also if it is not installed */
export function convertOffice(conversion: Conversion): Promise<Uint8Array> {
  const { content, from, to, scratch, signal } = conversion;
  return withPrograms(scratch, async (folder) => {
    const source = join(folder, `document.${from}`);
    await writeFile(source, content);
    // A separate profile, because LibreOffice runs only once per profile.
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const filter = `--infilter=${filters[from]}`;
    const args = [profile, '--headless', filter, '--convert-to', to, '--outdir', folder, source];
    const purpose = `Conversion of ${from} to ${to} (LibreOffice)`;
    await runTool({ command: 'soffice', args, purpose, timeout, signal });
    // It exits with 0 even after a failure.
    return readFile(join(folder, `document.${to}`)).catch((cause: unknown) => {
      throw new DocumentError(`LibreOffice could not convert ${from} to ${to}: ${reasons[from]}`, {
        cause,
      });
    });
  });
}
