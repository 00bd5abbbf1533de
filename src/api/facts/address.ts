/**
 * The version at the end of a base address (`/v2`), which belongs to each path instead
 * (docs/interface.md 9.1).
 */
export function versionAtEnd({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  return /(\/v[123])\/*$/i.exec(pathname)?.[1];
}
