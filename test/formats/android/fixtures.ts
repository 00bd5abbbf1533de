import type { LawFile } from '../support/laws.js';

export const sample = `<?xml version="1.0" encoding="utf-8"?>
<!-- Licence -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="http://schemas.android.com/tools">
    <!-- Name of the app. [CHAR LIMIT=20] -->
    <string name="app_name" translatable="false">Shop</string>
    <!-- Shown when
         the app starts -->
    <string name="hello">Hello, <xliff:g id="name" example="Ann">%1$s</xliff:g>!</string>
    <string name="quoted">"  two  spaces "</string>
    <string name="escapes">It\\'s \\"here\\"\\nand\\tthere \\u00e9 &amp; &lt;b>there&lt;/b> \\@ &#160;</string>
    <string name="lines">
        a text over
        two lines
    </string>
    <string name="bold" tools:ignore="X"><b>Bold</b> and <a href="https://example.com/?a=1&amp;b=2">link</a></string>
    <string name="html"><![CDATA[<b>Bold</b> & it\\'s <i>it</i>]]></string>
    <string name="percent" formatted="false">%d of %d</string>
    <string name="alias">@string/hello</string>
    <string name="theme">?attr/colorPrimary</string>
    <string name="at">\\@home</string>
    <string name="empty"></string>
    <string name="closed" />
    <string name="device" product="tablet">Your tablet</string>
    <string name="device" product="default">Your phone</string>
    <eat-comment/>

    <!-- How many files -->
    <plurals name="files">
        <item quantity="one">%d file</item> <!-- behind -->
        <item quantity="other">%d files</item>
    </plurals>
    <string-array name="days">
        <item>Monday</item>
        <item>@string/tuesday</item>
        <item>Wednesday</item>
    </string-array>
    <string-array name="references">
        <item>@string/a</item>
    </string-array>
    <color name="red">#f00</color>
    <bool name="tablet">false</bool>
</resources>
`;

export const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns', text: sample.replaceAll('\n', '\r') },
  { name: 'no last line end', text: sample.trimEnd() },
  {
    name: 'one line',
    text: '<resources><string name="a">A</string><string name="b">B</string></resources>',
  },
  {
    name: 'tabs',
    text: "<resources>\n\t<string name='a'>A</string>\n\n\t<string name='b'>B</string>\n</resources>",
  },
  {
    name: 'entities',
    text: '<?xml version="1.0"?>\n<!DOCTYPE resources [\n  <!ENTITY app "Shop">\n]>\n<resources>\n  <string name="a">Welcome to &app;</string>\n  <string name="b">Bye</string>\n</resources>\n',
  },
];
