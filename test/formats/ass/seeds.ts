export const seeds = [
  '[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}One,{\\i0}\nComment: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,a note\nDialogue: 0,0:00:02.00,0:00:03.50,Default,,0,0,0,,two\\Nthree.\nDialogue: 0,0:00:05.00,0:00:06.00,Top,,0,0,0,,{\\p1}m 0 0 l 1 1\nDialogue: 0,0:00:05.00,0:00:06.00,Top,,0,0,0,,Four.\n',
];
