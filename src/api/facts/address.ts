/**
 * The version that a base address ends in (`/v2`), which is part of each path instead (interface.md
 * 9.1).
 */
export function versionAtEnd({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  return /(\/v[123])\/*$/i.exec(pathname)?.[1];
}
