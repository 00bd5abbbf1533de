export const seeds = [
  '{\n  // note\n  "a": "x \\u00e9 \\/",\n  "b": { "c": [1, true, null, {}] },\n}\n',
  '{"@@locale":"en","a":"1","@a":{"description":"d"}}',
  '{"a":{"message":"m","description":"d"}}',
];
