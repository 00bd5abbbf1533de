export const seeds = [
  '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "a" : {\n\n    },\n    "b %lld" : { "localizations" : { "en" : { "variations" : { "plural" : { "one" : { "stringUnit" : { "state" : "new", "value" : "x" } } } } } } }\n  },\n  "version" : "1.0"\n}',
];
