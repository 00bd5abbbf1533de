import pLimit from 'p-limit';
import { ToolError } from '../tools/run-tool.js';
import type { Scratch } from '../tools/scratch.js';
import { DocumentError } from './kind.js';

const atOnce = pLimit(2);

/** Runs installed programs in a separate folder; two at a time. @throws DocumentError */
export async function withPrograms<T>(
  scratch: Scratch,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  try {
    return await atOnce(() => scratch.use(work));
  } catch (cause) {
    if (cause instanceof ToolError) throw new DocumentError(cause.message, { cause });
    throw cause;
  }
}
