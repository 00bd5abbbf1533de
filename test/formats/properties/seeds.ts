export const seeds = [
  "# a note\nkey = value\nother: \\u00e9 \\\n   goes on\nempty\n! b\nx=It''s {0}\n",
];
