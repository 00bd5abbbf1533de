export const seeds = [
  'keys,en,de,_notes\nA,"One, two",Eins,"a ""note"""\nB,Three,\n\n# c\n',
  '"key";"text"\n"a"; "b"\r\n',
  'id\tsource\ttarget\na\tOne\tEins\n',
];
