import type { Words } from './model/index.js';

/** Wording for callers of the library: keys of the config, names of functions and their options. */
export const LIBRARY_WORDS: Words = {
  settings: { files: 'files', keys: 'keys' },
  hints: {
    text: ({ text }) => text,
    'check-config-file': () => 'Check the path given as `file`.',
    'check-folder': () => 'Check the path given as `cwd`.',
    'write-config': ({ replace }) =>
      `Create ${replace ? 'one there' : 'service.config.yaml'} with source, targets and catalogs.`,
    'trust-code': () =>
      'Write the config as YAML or JSON, which is only read, or leave out `refuseCode`.',
    'raise-limit': () =>
      'Raise the limit in `limits`, or narrow the run with `locales` or `files` of the selection.',
    'plan-again': () => 'Make a new plan with plan().',
    'escape-brackets': ({ pattern }) =>
      `"[…]" matches one of several characters. To match the brackets themselves: files: ['${pattern}']`,
    'spell-keys': ({ example }) =>
      `Keys are written with dots${example === undefined ? '' : `, such as "${example}"`}; "*" matches any characters. The selection is narrowed by \`locales\` and \`files\`.`,
    'save-answers': ({ advice }) => `${advice}; plan(), check() and status() only read.`,
    'set-up-service': ({ keyVariable }) => `Without an account: \`url: embedded\` under \`service\`.
With an account: its address as service.url, and the key as ${keyVariable} of \`env\`.`,
    'check-address': ({ address }) =>
      `Check ${address}. startService() runs a service on this machine; \`url: embedded\` starts one inside the run.`,
    'import-resource': ({ kind, name }) =>
      `Import it with an engine's resources({ do: 'import', … }), or rename the file: its base name is the name of the ${kind} (${JSON.stringify(name)}).`,
  },
};
