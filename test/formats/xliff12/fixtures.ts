import type { LawFile } from '../support/corpus.js';

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';

/** As `ng extract-i18n` writes. */
export const angular = `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="1.2" xmlns="${NAMESPACE}">
  <file source-language="en" datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="greeting" datatype="html">
        <source>Hello <x id="INTERPOLATION" equiv-text="{{name}}"/>!</source>
        <context-group purpose="location">
          <context context-type="sourcefile">src/app/app.component.html</context>
          <context context-type="linenumber">3</context>
        </context-group>
        <note priority="1" from="description">Above the page</note>
        <note priority="1" from="meaning">A welcome</note>
      </trans-unit>
      <trans-unit id="link" datatype="html">
        <source>See <x id="START_LINK" ctype="x-a" equiv-text="&lt;a href=&quot;/&quot;&gt;"/>our <x id="START_BOLD_TEXT" ctype="x-b" equiv-text="&lt;b&gt;"/>shop<x id="CLOSE_BOLD_TEXT" ctype="x-b" equiv-text="&lt;/b&gt;"/><x id="CLOSE_LINK" ctype="x-a" equiv-text="&lt;/a&gt;"/>.</source>
      </trans-unit>
      <trans-unit id="minutes" datatype="html">
        <source>{VAR_PLURAL, plural, =0 {just now} =1 {one minute ago} other {<x id="INTERPOLATION" equiv-text="{{minutes}}"/> minutes ago}}</source>
      </trans-unit>
      <trans-unit id="updated" datatype="html">
        <source>Updated <x id="ICU" equiv-text="{minutes, plural, =0 {...} =1 {...} other {...}}" xid="minutes"/></source>
      </trans-unit>
      <trans-unit id="plain" datatype="html">
        <source>Save &amp; close</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`;

/** As Xcode exports: several files, the same id in two of them. */
export const xcode = `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.2" xsi:schemaLocation="${NAMESPACE} http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd">
  <file original="App/en.lproj/Localizable.strings" source-language="en" target-language="de" datatype="plaintext">
    <header>
      <tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="15.0" build-num="15A240d"/>
    </header>
    <body>
      <trans-unit id="Cancel" xml:space="preserve">
        <source>Cancel</source>
        <target>Abbrechen</target>
        <note>Button</note>
      </trans-unit>
      <trans-unit id="%@ files" xml:space="preserve">
        <source>%@ files</source>
        <note>No comment provided by engineer.</note>
      </trans-unit>
    </body>
  </file>
  <file original="App/en.lproj/InfoPlist.strings" source-language="en" target-language="de" datatype="plaintext">
    <header>
      <tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="15.0" build-num="15A240d"/>
    </header>
    <body>
      <trans-unit id="Cancel" xml:space="preserve">
        <source>Never mind</source>
        <target>Egal</target>
      </trans-unit>
      <trans-unit id="Name" xml:space="preserve">
        <source>Shop</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`;

/** As Symfony's dumper writes: a hash as id, the key as resname. */
export const symfony = `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="${NAMESPACE}" version="1.2">
  <file source-language="en" target-language="en" datatype="plaintext" original="file.ext">
    <header>
      <tool tool-id="symfony" tool-name="Symfony"/>
    </header>
    <body>
      <trans-unit id="LCa0a2j" resname="cart.title">
        <source>cart.title</source>
        <target>Your cart</target>
      </trans-unit>
      <trans-unit id="LHDhK3o" resname="cart.total">
        <source>cart.total</source>
        <target>%count% items</target>
        <note>Below the list</note>
      </trans-unit>
      <trans-unit id="2DA_bnh" resname="cart.hint">
        <source>cart.hint</source>
        <target><![CDATA[<b>Hurry</b> & save]]></target>
      </trans-unit>
    </body>
  </file>
</xliff>
`;

/** What translation tools write: every kind of inline element, segments, states, alternatives. */
export const tools = `<?xml version="1.0"?>
<!-- kept -->
<xliff version="1.2" xmlns="${NAMESPACE}" xmlns:my="urn:my">
 <file original="a.html" source-language="en" target-language="de" datatype="html" my:flag="1">
  <header>
   <skl><external-file href="a.skl"/></skl>
   <note>About the tool</note>
   <my:tool id="t1"/>
  </header>
  <body>
   <trans-unit id="t1" approved="yes" my:flag="1">
    <source>Final <g id="1" ctype="bold">text</g></source>
    <target state="final" state-qualifier="exact-match">Fertiger <g id="1" ctype="bold">Text</g></target>
    <alt-trans match-quality="80%"><source>Final</source><target>Endlich</target></alt-trans>
   </trans-unit>
   <trans-unit id="t2">
    <source><bpt id="1">&lt;b&gt;</bpt>Bold<ept id="1">&lt;/b&gt;</ept>, <ph id="2">&lt;br/&gt;</ph><it id="3" pos="open">&lt;i&gt;</it> and <bx id="4"/>more<ex id="4"/></source>
    <target state="needs-review-translation"><bpt id="1">&lt;b&gt;</bpt>Fett<ept id="1">&lt;/b&gt;</ept>, <ph id="2">&lt;br/&gt;</ph><it id="3" pos="open">&lt;i&gt;</it> und <bx id="4"/>mehr<ex id="4"/></target>
   </trans-unit>
   <?tool keeps this?>
   <group id="g1" translate="no" resname="brands">
    <note>Never translated</note>
    <trans-unit id="brand"><source>Acme</source></trans-unit>
    <group>
     <trans-unit id="open" translate="yes" maxwidth="20" size-unit="char">
      <source>Open</source>
      <target state="new"/>
     </trans-unit>
    </group>
   </group>
   <bin-unit id="b1" mime-type="image/png">
    <bin-source><external-file href="a.png"/></bin-source>
    <trans-unit id="inbin"><source>In a picture</source></trans-unit>
   </bin-unit>
   <trans-unit id="segs">
    <source>One. Two.</source>
    <seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></seg-source>
    <target state="translated"><mrk mtype="seg" mid="1">Eins.</mrk> <mrk mtype="seg" mid="2">Zwei.</mrk></target>
   </trans-unit>
   <trans-unit id="half">
    <source>Three. Four.</source>
    <seg-source><mrk mtype="seg" mid="a">Three.</mrk> <mrk mtype="seg" mid="b">Four.</mrk></seg-source>
    <target><mrk mtype="seg" mid="b">Vier.</mrk></target>
   </trans-unit>
   <trans-unit id="mark">
    <source>Buy <mrk mtype="protected" mid="p">Acme</mrk> now<!-- hm --></source>
   </trans-unit>
   <trans-unit id="last" xml:space="preserve">
    <source>  two  lines
 here </source>
    <target state="new">  two  lines
 here </target>
   </trans-unit>
  </body>
 </file>
</xliff>
`;

const flat = `<xliff version="1.2" xmlns="${NAMESPACE}"><file original="f" source-language="en" datatype="plaintext"><body><trans-unit id="a"><source>A</source></trans-unit><trans-unit id="b"><source>B</source><target/></trans-unit></body></file></xliff>`;

const prefixed = `<?xml version='1.0'?>
<x:xliff xmlns:x='${NAMESPACE}' version='1.2'>
\t<x:file original='f' source-language='en' target-language='fr' datatype='plaintext'>
\t\t<x:body>
\t\t\t<x:trans-unit id='a'>
\t\t\t\t<x:source>It&apos;s</x:source>
\t\t\t</x:trans-unit>
\t\t\t<x:trans-unit id='b'>
\t\t\t\t<x:source/>
\t\t\t</x:trans-unit>
\t\t</x:body>
\t</x:file>
</x:xliff>`;

const old = `<?xml version="1.0"?>
<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://www.oasis-open.org/committees/xliff/documents/xliff.dtd">
<xliff version="1.0">
 <file original="none" source-language="EN-US" target-language="FR-CA" tool="none" datatype="plaintext">
  <header><skl><external-file href="none"/></skl></header>
  <body>
   <trans-unit id="1" resname="id100">
    <source xml:lang="EN-US">One</source>
    <target xml:lang="FR-CA">Un</target>
   </trans-unit>
   <trans-unit id="2" resname="id101">
    <source xml:lang="EN-US">Two</source>
   </trans-unit>
  </body>
 </file>
</xliff>
`;

/** Files of the laws, besides the corpora. */
export const fixtures: readonly LawFile[] = [
  { name: 'Angular', text: angular },
  { name: 'Xcode', text: xcode },
  { name: 'Symfony', text: symfony },
  { name: 'Symfony, source', text: symfony, options: { role: 'source', locale: 'en' } },
  { name: 'tools', text: tools },
  { name: 'tools, CRLF and BOM', text: `\ufeff${tools.replaceAll('\n', '\r\n')}` },
  { name: 'no final newline', text: tools.trimEnd() },
  { name: 'one line', text: flat },
  { name: 'prefixed', text: prefixed },
  { name: 'version 1.0 with a DOCTYPE', text: old },
];
