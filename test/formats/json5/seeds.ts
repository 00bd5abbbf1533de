export const seeds = [
  '{\n  // note\n  a: \'x \\x41\\v\\\n y\', "b": { $c: [+1, .5, 0xF, NaN,], d\\u0061: null },\n  e: {}, // f\n}\n',
];
