import type { LawFile } from '../support/corpus.js';

const core = `<?xml version="1.0" encoding="UTF-8"?>
<!-- kept -->
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"
       xmlns:my="urn:my">
  <file id="f1" original="a.html">
    <skeleton href="a.skl"/>
    <my:tool id="t1" name="x"/>
    <notes>
      <note id="n1">About the file</note>
    </notes>
    <unit id="plain" my:flag="1">
      <notes>
        <note appliesTo="source">Title of the page</note>
        <note category="location">app/app.ts:3</note>
      </notes>
      <segment state="reviewed" subState="my:checked">
        <source>Hello &amp; welcome</source>
        <target>Hallo &amp; willkommen</target>
      </segment>
    </unit>

    <group id="g1" translate="no">
      <unit id="brand"><segment><source>Acme</source></segment></unit>
      <unit id="open" translate="yes">
        <segment>
          <source>Open</source>
          <target></target>
        </segment>
      </unit>
    </group>

    <unit id="codes">
      <originalData>
        <data id="d1">&lt;b&gt;</data>
        <data id="d2">&lt;/b&gt;</data>
      </originalData>
      <segment>
        <source>Click <pc id="1" dataRefStart="d1" dataRefEnd="d2">here</pc> or <ph id="2" equiv="X"/>.</source>
      </segment>
    </unit>
    <unit id="many" canResegment="no">
      <segment id="a">
        <source>One. </source>
        <target order="3">Eins. </target>
      </segment>
      <ignorable>
        <source> </source>
      </ignorable>
      <segment>
        <source>Two.</source>
        <target order="1">Zwei.</target>
      </segment>
    </unit>
    <unit id="cdata">
      <segment>
        <source><![CDATA[a < b & c]]></source>
        <target/>
      </segment>
    </unit>
    <?tool keeps this?>
    <unit id="space" xml:space="preserve">
      <segment>
        <source>  two  spaces
 and a line </source>
      </segment>
    </unit>
  </file>
  <file id="f2">
    <unit id="plain">
      <segment>
        <source>Same id, other file</source>
      </segment>
    </unit>
  </file>
</xliff>
`;

const flat =
  '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f"><unit id="a"><segment><source>A</source></segment></unit><unit id="b"><segment><source>B</source></segment></unit></file></xliff>';

const prefixed = `<?xml version='1.0'?>
<x:xliff xmlns:x='urn:oasis:names:tc:xliff:document:2.0' version='2.0' srcLang='en' trgLang='fr'>
\t<x:file id='f'>
\t\t<x:unit id='a'>
\t\t\t<x:segment><x:source>It&apos;s</x:source></x:segment>
\t\t</x:unit>
\t\t<x:unit id='b'>
\t\t\t<x:segment><x:source/></x:segment>
\t\t</x:unit>
\t</x:file>
</x:xliff>`;

/** Files of the laws, besides the corpora: every structure of the core, and every layout. */
export const fixtures: readonly LawFile[] = [
  { name: 'core', text: core },
  { name: 'core, CRLF and BOM', text: `\ufeff${core.replaceAll('\n', '\r\n')}` },
  { name: 'core, no final newline', text: core.trimEnd() },
  { name: 'one line', text: flat },
  { name: 'prefixed', text: prefixed },
];

export const coreFile = core;
