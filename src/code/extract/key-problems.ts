import type { ResolvedConfig } from '../../config/index.js';
import { defined, formatKey, oneLine } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { INSTALL_PARSER, PARSER } from './lexers.js';
import type {
  BlockedKey,
  CatalogChange,
  CodeFile,
  CodeKey,
  Conflict,
  DefaultText,
  KeyChange,
} from './types.js';

/** Keys that cannot be added or shown, and texts that are not those of code. */
export function problemsOf(
  changes: readonly (KeyChange & Pick<CatalogChange, 'file'>)[],
): readonly Problem[] {
  return [
    ...changes.flatMap((one) => one.blocked.map((key) => blockedProblem(one.file, key))),
    ...changes.flatMap((one) => [
      ...one.groups.map((key) => groupProblem(one.file, key)),
      ...one.conflicts.map(conflictProblem),
      ...one.differing.map((text) => differingProblem(one.file, text)),
    ]),
  ];
}

function blockedProblem(catalog: string, { key, text, file, line }: BlockedKey): Problem {
  const [wanted, above] = [formatKey(key), formatKey(text)];
  return {
    code: 'key-below-text',
    severity: 'warning',
    file,
    ...defined({ line }),
    message: `"${wanted}" was not added to ${catalog}: "${above}" is a text there, so it cannot be a group. Rename one of them.`,
  };
}

function groupProblem(catalog: string, { key, file, line }: BlockedKey): Problem {
  return {
    code: 'key-is-group',
    severity: 'warning',
    file,
    ...defined({ line }),
    message: `"${formatKey(key)}" is a group in ${catalog}, so nothing is shown for it. Name one of its keys.`,
  };
}

/** The start of a text, on one line. */
export const shown = (text: string): string => {
  const line = oneLine(text);
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

export const placeOf = ({ file, line }: CodeKey): string =>
  line === undefined ? file : `${file}:${line}`;

function conflictProblem({ name, text, at, other, otherAt }: Conflict): Problem {
  return {
    code: 'default-texts-conflict',
    severity: 'warning',
    file: otherAt.file,
    ...defined({ line: otherAt.line }),
    message: `"${name}" has another default text here, "${shown(other)}", than in ${placeOf(at)}, "${shown(text)}". Only one of them can stand in the catalog.`,
  };
}

function differingProblem(catalog: string, { name, text, at, other }: DefaultText): Problem {
  return {
    code: 'default-text-differs',
    severity: 'warning',
    file: at.file,
    ...defined({ line: at.line }),
    message: `"${name}" has the default text "${shown(text)}" here, but ${catalog} has "${shown(other)}".`,
  };
}

export function noCode(): Problem {
  const message =
    'No file matches "extract.code", so the keys in use are unknown, and none was removed. Change its patterns.';
  return { code: 'no-code', severity: 'warning', message };
}

export function noParser(
  files: readonly CodeFile[],
  { refuseCode }: Pick<ResolvedConfig, 'refuseCode'>,
): readonly Problem[] {
  const [first, ...more] = files.filter((one) => one.unread === true);
  if (first === undefined) return [];
  const count = more.length === 1 ? '1 more file' : `${more.length} more files`;
  const others = more.length === 0 ? '' : `, and of ${count},`;
  const why =
    refuseCode === undefined ? 'is not installed' : `is code of the project, not run ${refuseCode}`;
  const next = refuseCode === undefined ? ` ${INSTALL_PARSER}` : '';
  const message = `The keys of this file${others} are read by the package ${PARSER}, which ${why}: none was added, and no key whose text occurs there counts as unused.${next}`;
  return [{ code: 'no-parser', severity: 'warning', file: first.file, message }];
}

export function compiledKeys(): Problem {
  const message =
    'The code uses macros of Lingui or compiled-i18n, which generate keys from the texts in the code. Only these tools know the keys, so none is added for them, and no key counts as unused. Use them to update the catalogs: "lingui extract --clean".';
  return { code: 'compiled-keys', severity: 'warning', message };
}

export function outsideProblem(link: string): Problem {
  return {
    code: 'code-outside',
    severity: 'warning',
    file: link,
    message: `This link leads outside the project. The code behind it is not read, so no key counts as unused. Move the config to a folder that contains both, or exclude the link: add "!${link}" and "!${link}/**" to "extract.code".`,
  };
}
