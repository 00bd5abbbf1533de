export const seeds = [
  '<?xml version="1.0"?>\n<resources>\n  <!-- n -->\n  <string name="a">It\\\'s <b>\\u0041</b> "  q " &amp; %1$s</string>\n  <plurals name="p"><item quantity="one">1</item></plurals>\n  <string-array name="r"><item>@string/a</item><item><![CDATA[<i>]]></item></string-array>\n</resources>\n',
];
