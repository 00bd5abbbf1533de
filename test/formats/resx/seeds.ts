export const seeds = [
  '<?xml version="1.0"?>\n<root>\n  <!-- c -->\n  <resheader name="version"><value>2.0</value></resheader>\n  <data name="A" xml:space="preserve">\n    <value>{0} &amp; b</value>\n    <comment>n</comment>\n  </data>\n  <data name="B" type="System.Int32, mscorlib"><value>1</value></data>\n  <data name="C"><value /></data>\n</root>\n',
];
