import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, ToolError, useInTurn, type Tool } from './tool.js';

const timeout = 120_000;

/**
 * Input filters for LibreOffice, which would otherwise read anything, if necessary as plain text.
 */
const filters = { doc: 'MS Word 97', docx: 'MS Word 2007 XML' };

const reasons = {
  doc: 'the file is damaged, protected by a password, or older than Word 97',
  docx: 'a component is not installed, such as libreoffice-draw for images',
};

export interface Conversion {
  readonly content: Uint8Array;
  /** Extension of the content. */
  readonly from: keyof typeof filters;
  readonly to: string;
}

/** Converts documents. */
export const libreOffice: Tool<Conversion, Uint8Array> = {
  run: ({ content, from, to }, workplace) =>
    useInTurn(workplace, async (folder) => {
      const source = join(folder, `document.${from}`);
      await writeFile(source, content);
      // A separate profile, because LibreOffice runs only once per profile.
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const filter = `--infilter=${filters[from]}`;
      const args = [profile, '--headless', filter, '--convert-to', to, '--outdir', folder, source];
      const purpose = `Conversion of ${from} to ${to} (LibreOffice)`;
      await runTool({ command: 'soffice', args, purpose, timeout, signal: workplace.signal });
      // It exits with 0 even after a failure.
      return readFile(join(folder, `document.${to}`)).catch((cause: unknown) => {
        const message = `LibreOffice could not convert ${from} to ${to}: ${reasons[from]}`;
        throw new ToolError(message, { cause });
      });
    }),
};
