import type { LawFile } from '../support/laws.js';

const rails = `# Head of the file

en:
  # Said to everybody
  hello: "Hello, %{name}!" # friendly
  plain: Plain words here
  single: 'It''s single'

  cart:
    # Number of things
    items:
      one: One item
      other: "%{count} items"

    empty: Nothing yet
  days:
    - Monday
    - Tuesday
    # the last one
    - Wednesday
  order: [ :year, :month, :day ]
  last: The end
`;

const blocks = `a: |
  First line
  second line

    indented
b: >-
  Folded text that
  goes on

  and a paragraph
c: |+
  Kept


d: |2-
    starts with spaces
  goes on
e: >+
  folded and kept

f: |- # with a comment
  stripped
g:
  - |
    in a sequence
  - >
    folded there
h: after
`;

const anchors = `defaults: &defaults
  yes_text: &yes Of course
  no_text: Never
form:
  <<: *defaults
  title: A form
other:
  again: *yes
  both:
    - *yes
    - last
deep: &deep
  inner: &inner Inside
`;

const odd = `no: Norsk
yes: Ja
1: One
1.0: One point
~: Nothing
null: None
"quoted key": a
'single: key': b
key with spaces: c
? explicit
: d
? [a, b]
: complex
__proto__: proto
constructor: ctor
toString: str
nested:
  __proto__:
    polluted: no, it is not
empty:
tilde: ~
map: {}
list: []
number: 1_000
float: 1.50
bool: true
tagged: !!str 12
symbol: !ruby/symbol year
ratio: !!float 3
`;

const plainLines = `a: some text that
  goes on in the
  next line

  and a paragraph
b: "double that
  goes on \\
  here"
c: 'single that

  goes on'
d:
  on its own line
e:   'spaces before'   
f: http://example.com/#anchor
g: a:b c#d
h: -5 degrees
`;

const flow = `{
  "json": "like",
  'single': 'b',
  plain: some words, # trailing
  nested: { a: one, b: "two", c: [ x, 'y', z ] },
  list: [
    first,
    second,
  ],
  last: "end"
}
`;

const sequences = `- foo
- "bar"
- - inner one
  - inner two
- some_list:
  - item 1
  - item 2
  other: x
- a: first
  # of the second
  b: second
- c: only
-
  d: below
  e: there
`;

const documents = `%YAML 1.2
--- # first
a: one
b: two
...
---
c: three
d:
  e: four
...
`;

const byId = `# Navigation

- id: hello
  translation: Hello {{ .Name }}

# Files
- id: files
  translation:
    one: One file
    other: "{{ .Count }} files"

- translation: Bye
  id: "bye"

- id: note
  translation: |
    Two
    lines
`;
const listsById = `menu:
  - id: home
    name: Home # first
  - id: about
    name: About us
faq: [{id: a, q: 'A?', a: Yes it is}, {id: b, q: 'B?', a: No}]
end: x
`;
const dialects = `{"tight":"json","list":["a","b"],"deep":{"x":"y"}}
`;

function file(name: string, text: string, locale?: string): LawFile {
  return { name, text, ...(locale !== undefined && { options: { locale } }) };
}

/** Small files that hold what the corpora hold seldom. */
export const fixtures: readonly LawFile[] = [
  file('rails', rails, 'en'),
  file('rails without locale', rails),
  file('crlf', rails.replaceAll('\n', '\r\n'), 'en'),
  file('lone cr', rails.replaceAll('\n', '\r')),
  file('bom', `\ufeff${rails}`, 'en'),
  file('bom and crlf', `\ufeff${blocks.replaceAll('\n', '\r\n')}`),
  file('no final newline', rails.trimEnd(), 'en'),
  file('blocks', blocks),
  file('blocks without final newline', blocks.trimEnd()),
  file('anchors', anchors),
  file('odd keys and values', odd),
  file('several lines', plainLines),
  file('flow', flow),
  file('json', dialects),
  file('sequences', sequences),
  file('hugo', byId),
  file('hugo with carriage returns', byId.replaceAll('\n', '\r\n')),
  file('lists by id', listsById),
  file('documents', documents),
  file('directives', `%YAML 1.1\n%TAG ! tag:example.com,2000:\n---\na: !x one\nb: two\n`),
  file('one unit', 'a: x\n'),
  file('four columns', rails.replace(/^ +/gm, '$&$&'), 'en'),
  file('flush', 'a:\n- one\n- two\nb:\n- three\nc: x\n'),
];
