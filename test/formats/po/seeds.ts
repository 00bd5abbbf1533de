export const seeds = [
  '# by hand\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n#. note\n#: a.c:1\n#, fuzzy, c-format\n#| msgid "old"\nmsgctxt "c"\nmsgid "%d a"\nmsgid_plural "%d \\x41\\101"\nmsgstr[0] ""\n"b\\n"\nmsgstr[1] "c"\n\n#~ msgid "x"\n#~ msgstr "y"\n',
];
