import type { Words } from '../../src/index.js';

/** Words for a bundler's terminal: options of the plugins, and commands where no option helps. */
export const WORDS: Words = {
  settings: { files: '`include`', keys: '`keys`' },
  hints: {
    text: ({ text }) => text,
    'check-config-file': () => 'Check the path given with `config`.',
    'check-folder': () => 'Check the path given with `root`.',
    'write-config': ({ replace }) =>
      replace
        ? 'Fill it in, or remove it and run `locale-sync init` to write one.'
        : 'Run `locale-sync init` to write one for your repository.',
    'trust-code': () => 'Write the config as YAML or JSON, which is only read.',
    'raise-limit': () =>
      'Raise the limit in `limits`, or narrow the run with `locales` or `include`.',
    'plan-again': () => 'Start the build again.',
    'escape-brackets': ({ pattern }) =>
      `"[…]" matches one of several characters. To match the brackets themselves: include: ['${pattern}']`,
    'spell-keys': ({ example }) =>
      `Keys are written with dots${example === undefined ? '' : `, such as "${example}"`}; "*" matches any characters.`,
    'save-answers': ({ advice }) => `${advice}; \`mode: 'check'\` only reads.`,
    'set-up-service': ({ keyVariable }) => firstSteps(keyVariable),
    'check-address': ({ address }) =>
      `Check ${address}. \`locale-sync service\` runs a service on this machine; \`url: embedded\` starts one inside the run.`,
    'import-resource': ({ kind, name }) =>
      `Import it with \`locale-sync resources import\` (${JSON.stringify(name)}), or rename the file: its base name is the name of the ${kind}.`,
  },
};

/** Both ways to a first translation. */
function firstSteps(keyVariable: string): string {
  return `Without an account, use the embedded service:
  ${'export SERVICE_URL=embedded'.padEnd(42)} (or service.url: embedded in the config)
With an account:
  export ${`${keyVariable}=<your key>`.padEnd(35)} and service.url: <its address> in the config`;
}
