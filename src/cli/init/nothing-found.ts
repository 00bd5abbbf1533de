import { quotedWord, shellWord } from '../../sinks/shell.js';
import { InitError } from './init-error.js';
import type { Detection } from './layout.js';

/** The error if no catalog was found: names broken files, or suggests a pattern. */
export function nothingFound(root: string, { notes, broken, suggestion }: Detection): InitError {
  const [first] = broken;
  if (first !== undefined) {
    const message = ['the locale files found cannot be read', ...notes].join('\n');
    const hint = `Fix ${first} first, then run \`locale-sync init\` again.`;
    return new InitError('nothing-found', message, { hint });
  }
  const looked =
    'files or folders named by locale, in the formats that `locale-sync formats` lists';
  const lines = [`no locale files found in ${root} (looked for ${looked})`, ...notes];
  if (suggestion === undefined) {
    return new InitError('nothing-found', lines.join('\n'), {
      hint: "If they are named differently: locale-sync init --files 'path/{locale}.json' --source en --targets de,fr",
    });
  }
  const { path, files, locale, targets } = suggestion;
  const message = [...lines, `${path} may be one, but nothing next to it confirms that`].join('\n');
  const others = targets.length > 0 ? targets : [locale === 'de' ? 'en' : 'de'];
  return new InitError('nothing-found', message, {
    hint: `To use it: locale-sync init --files ${quotedWord(files)} --source ${shellWord(locale)} --targets ${shellWord(others.join(','))}`,
  });
}
