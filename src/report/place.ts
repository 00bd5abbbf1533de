/** A file as it stands from the root of the repository. */
export function inFolder(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

interface Located {
  readonly locale?: string;
  readonly key?: string;
  readonly message: string;
}

/** What is wrong, with the unit that it is about: `de cart.total: No translation.` */
export function sentence({ locale, key, message }: Located): string {
  const unit = [locale, key].filter((part) => part !== undefined).join(' ');
  return unit === '' ? message : `${unit}: ${message}`;
}
