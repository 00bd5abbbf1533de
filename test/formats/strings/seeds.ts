export const seeds = [
  '/* a note */\n"key" = "a \\"b\\" \\U00e9\\n"; // beside\n\nbare = word;\n"alone";\n',
  '{ "a" = "1"; }\n',
  '<?xml version="1.0"?>\n<plist version="1.0"><dict><key>a</key><string>b &amp; c</string></dict></plist>\n',
];
