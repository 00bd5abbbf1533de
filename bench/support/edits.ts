import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The place of a text in a project's first file. */
export interface TextPlace {
  readonly project: string;
  readonly locale: string;
  /** Index of the text in its file. */
  readonly at: number;
}

/** Changes one text of a project's first file, as a person would. */
export function changeText({ project, locale, at }: TextPlace, text: string): void {
  const file = join(project, 'locales', locale, 'page-000.json');
  const { page } = JSON.parse(readFileSync(file, 'utf8')) as { page: Record<string, string> };
  page[`text_${at}`] = text;
  writeFileSync(file, `${JSON.stringify({ page }, undefined, 2)}\n`);
}

/** Leaves one text in review: a person translated it, and then its source changed. */
export async function leaveInReview(project: string, sync: () => Promise<unknown>): Promise<void> {
  changeText({ project, locale: 'de', at: 0 }, 'Von Hand übersetzt');
  await sync();
  changeText({ project, locale: 'en', at: 0 }, 'A source text that was changed since');
  await sync();
}
