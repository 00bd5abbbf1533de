export const seeds = [
  '<ResourceDictionary xmlns="w" xmlns:x="x" xmlns:system="s">\n    <!-- c -->\n    <system:String x:Key="A">{0} &amp; b</system:String>\n    <SolidColorBrush x:Key="B">Red</SolidColorBrush>\n    <system:String\n        x:Key="C"\n        xml:space="preserve">One\n two</system:String>\n    <system:String x:Key="D" />\n</ResourceDictionary>\n',
];
