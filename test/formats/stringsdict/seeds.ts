export const seeds = [
  '<?xml version="1.0"?>\n<plist version="1.0">\n<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@n@</string>\n\t\t<key>n</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>one</key>\n\t\t\t<string>%d &lt;x&gt;</string>\n\t\t</dict>\n\t</dict>\n</dict>\n</plist>\n',
];
