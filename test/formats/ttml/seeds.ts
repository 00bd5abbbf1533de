export const seeds = [
  '<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en">\n  <body>\n    <div>\n      <!-- n -->\n      <p begin="00:00:01.000" end="00:00:02.000">One &amp; <span tts:fontStyle="italic">only</span>,</p>\n      <p begin="2s" dur="1.5s">two<br/>three.</p>\n      <p begin="00:00:05.000" end="00:00:06.000">Four.</p>\n    </div>\n  </body>\n</tt>\n',
];
