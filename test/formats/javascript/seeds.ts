export const seeds = [
  "import menu from './en/menu';\n\n// head\nexport default {\n  // note\n  a: 'it\\'s', \"b\": `x\n  y`, // behind\n  n: { 1: 'x', ['y']: 'z' + \"w\", list: ['p', 'q'] },\n  f: (n) => `${n} items`, e: {}, k: null, ...menu,\n} as const;\n",
  "'use strict';\nmodule.exports = Object.freeze({ hello: \"Hello\", deep: { er: 'Text' } })\n",
  "const messages: Messages = {\n  hello: 'Hello',\n  bye: `Bye`\n} satisfies Messages;\n\nexport const errors = {\n  gone: 'Gone',\n};\n\nexport default messages;\n",
];
