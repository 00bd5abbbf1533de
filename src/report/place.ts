/** A file's path relative to the repository's root. */
export function inFolder(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

interface Located {
  readonly locale?: string;
  readonly key?: string;
  readonly message: string;
}

/** The problem with its unit: `de cart.total: No translation.` */
export function sentence({ locale, key, message }: Located): string {
  const unit = [locale, key].filter((part) => part !== undefined).join(' ');
  return unit === '' ? message : `${unit}: ${message}`;
}
