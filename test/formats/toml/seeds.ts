export const seeds = [
  '# note\na = "x\\n"\nb.c = \'y\'\n\n[t]\none = "1"\nother = """\nmore""" # n\nd = 1979-05-27\n',
  '[[l]]\nid = "a"\nx = [1, "y", { z = "q" }]\n\n[[l]]\n[l.s]\n"k e" = \'\'\'\nr\'\'\'\n',
];
