/** A file as lupdate writes it. */
export const german = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../main.cpp" line="12"/>
        <source>&amp;Open &quot;%1&quot;</source>
        <extracomment>In the menu &apos;File&apos;</extracomment>
        <translation>&quot;%1&quot; ö&amp;ffnen</translation>
    </message>
    <message>
        <location filename="../main.cpp" line="20"/>
        <source>Close</source>
        <comment>a window</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <comment>a sale</comment>
        <translation type="unfinished">Abschluss</translation>
    </message>
    <message numerus="yes">
        <location filename="../main.cpp" line="+3"/>
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform>%n Datei</numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Gone</source>
        <translation type="vanished">Weg</translation>
    </message>
</context>
<context>
    <name>Dialog</name>
    <message id="dialog-ok">
        <source>OK</source>
        <translation>OK<byte value="x1b"/>&#xa0;x
y</translation>
    </message>
    <message numerus="yes">
        <source>%n user(s)</source>
        <translation>
            <numerusform>%n Benutzer</numerusform>
            <numerusform>%n Benutzer</numerusform>
        </translation>
    </message>
</context>
</TS>
`;

export const english = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../main.cpp" line="12"/>
        <source>Open &lt;b&gt;%1&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>colour</source>
        <translation>color</translation>
    </message>
    <message numerus="yes">
        <location filename="../main.cpp" line="+3"/>
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n user(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Old</source>
        <translation type="obsolete">Old</translation>
    </message>
</context>
</TS>
`;
