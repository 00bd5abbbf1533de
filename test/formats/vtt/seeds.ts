export const seeds = [
  'WEBVTT - x\nLanguage: en\n\nSTYLE\n::cue {}\n\nNOTE n\n\nid\n00:01.000 --> 00:02.000 line:1\n<v A>One <00:01.500>two\n\n00:02.000 --> 00:03.000\nthree.\n',
];
