export const seeds = [
  '# note\nhello = Hi, { $name }!\n    .title = A\n        b\n-brand = X\nn =\n    { NUMBER($n, a: 1) ->\n        [0] none\n       *[other] { $n } {"{"}\n    }\n## g\njunk\nx = { -brand(case: "g") } { m.a }\n',
];
