export const seeds = [
  'en:\n  a: plain\n  b: "dq \\n"\n  c: \'sq\'\n  d: |-\n    lit\n    eral\n  e: [x, y]\n  f: &x z\n  g: *x\n',
  '--- # c\n? k\n: - v\n  - {a: b}\n<<: *m\n...\n',
];
