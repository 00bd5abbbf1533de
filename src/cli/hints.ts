import type { Words } from '../model/index.js';
import { quotedWord } from '../model/index.js';

/** Words for users of the command line: flags and commands. */
export const WORDS: Words = {
  settings: { files: '--files', keys: '--keys' },
  hints: {
    text: ({ text }) => text,
    'check-config-file': () => 'Check the path given with --config.',
    'check-folder': () => 'Check the path given with --cwd.',
    'write-config': ({ replace }) =>
      replace
        ? 'Run `locale-sync init --force` to write one.'
        : 'Run `locale-sync init` to write one for your repository.',
    'trust-code': () =>
      'Write the config as YAML or JSON, which is only read. If you trust everyone who can change this branch: --code-config.',
    'raise-limit': () =>
      'Raise the limit in `limits` or --max-characters, or narrow the run with --locale or --files.',
    'plan-again': () => 'Make a new plan: `locale-sync plan --out FILE`.',
    'escape-brackets': ({ pattern }) =>
      `"[…]" matches one of several characters. To match the brackets themselves: --files ${quotedWord(pattern)}`,
    'spell-keys': ({ example }) =>
      `Keys are written as plan and check show them${example === undefined ? '' : `, such as "${example}"`}; "*" matches any characters. --locale and --files narrow the selection.`,
    'save-answers': ({ advice }) => `${advice}; \`plan\`, \`check\` and \`status\` only read.`,
    'set-up-service': ({ keyVariable }) => firstSteps(keyVariable),
    'check-address': ({ address }) =>
      `Check ${address}. \`locale-sync service\` runs a service on this machine; \`url: embedded\` starts one inside the run.`,
    'import-resource': ({ kind, name }) =>
      `Import it with \`locale-sync resources import ${quotedWord(name)} NEW-FILE\` and use that file in the config, or rename the file here: its base name is the name of the ${kind}.`,
  },
};

/** Both ways to a first translation. */
function firstSteps(keyVariable: string): string {
  return `Without an account, use the embedded service:
  SERVICE_URL=embedded locale-sync sync      (or service.url: embedded in the config)
With an account:
  export ${`${keyVariable}=<your key>`.padEnd(35)} and service.url: <its address> in the config`;
}
