import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { LOCALE_FOLDERS, WEB } from '../kit/projects.js';

/** A module that exports an object, or a variable or call that may hold one. */
const CATALOG =
  /(?:^|[\n\r;])[ \t]*(?:export[ \t]+default\b|export[ \t]*[={]|(?:export[ \t]+)?(?:const|let|var)[ \t]+[\w$]+[^=\n]*=\s*(?:[\w$.]+\s*\(\s*|<\w+>\s*)?\{|(?:module\.)?exports(?:\.[\w$]+)?[ \t]*=)/;

export const about: FormatFacts = {
  name: 'javascript',
  extensions: ['.js', '.mjs', '.cjs', '.mts', '.cts'],
  // Qt's: `format: javascript` in the config tells them apart.
  otherExtensions: ['.ts'],
  folders: LOCALE_FOLDERS,
  projects: [...WEB, { kind: 'TypeScript', path: /ts$/ }, { kind: 'JavaScript' }],
  capabilities: {
    ...NESTED,
    nestsLocales: true,
    keyNotes: () => '//',
    signature: CATALOG,
    localeNames: AS_WRITTEN,
  },
};
