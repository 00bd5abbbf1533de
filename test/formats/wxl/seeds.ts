export const seeds = [
  '<?xml version="1.0" encoding="utf-8"?>\n<WixLocalization Culture="en-us" Codepage="1252" xmlns="http://schemas.microsoft.com/wix/2006/localization">\n  <!-- c -->\n  <String Id="A" Overridable="yes">[ProductName] &amp; b</String>\n  <UI Control="x" Width="1" />\n  <String Id="B">&lt;a&gt;</String>\n</WixLocalization>\n',
  '<WixLocalization Culture="en-US" Language="1033" xmlns="http://wixtoolset.org/schemas/v4/wxl">\n  <String Id="A" Value="One &quot;x&quot;" />\n  <String Id="B" Overridable="yes" Value="Two" />\n</WixLocalization>\n',
];
