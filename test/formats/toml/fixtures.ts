import type { LawFile } from '../support/laws.js';

export const goI18n = `# English

# Greets a person
[HelloPerson]
description = "Shown at the top"
hash = "sha1-5b49bfdad81fedaeefb224b0ffc2acc58b09cff5"
other = "Hello {{.Name}}"

[PersonCats]
one   = "{{.Name}} has {{.Count}} cat." # one
other = "{{.Name}} has {{.Count}} cats."

["quoted key".'and more']
other = 'C:\\temp "x"'
`;

export const everything = `title = "On top"
greeting.long = """
Dear reader,

  it's \\"quoted\\", \\
     folded"""
greeting."short one" = 'Hi'
number = 1_000
when = 1979-05-27 07:32:00Z
on = true
list = ["a", "b"]
empty = []

[menu] # the menu
  # indented
  home = "Home"
  "404" = "Not \\u0066ound\\t\\U0001F600"
  literal = '''
No \\escape
'''
  inline = { one = "1", two = { three = "3" } }
  lines = [
    "first", # 1
    "second"
  ]

[menu.deep.er]
x = "y"

[[faq]]
id = "why"
question = "Why?"

[[faq]]
id = "how"
question = "How?"
[faq.more]
answer = "So."
`;

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

export const fixtures: readonly LawFile[] = [
  { name: 'go-i18n', text: goI18n },
  { name: 'everything', text: everything },
  { name: 'crlf and bom', text: `\ufeff${crlf(everything)}` },
  { name: 'no last line end', text: '[a]\none = "x"\nother = "y"\n\n[b]\nother = "z"' },
  { name: 'tight', text: '[a]\nother="x"\n[b]\nother="y"\n[c]\nother="z"\n' },
  { name: 'flat', text: 'a.b = "x"\na.c = "y"\n\nd.e = "z"\n' },
];
