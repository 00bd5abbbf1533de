import { describe, expect, test } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { isCode } from '../../src/text/index.js';

const PATTERNS = [
  // CLDR, Java, .NET
  ...[
    'MMMM d, yyyy',
    'EEE, d MMM',
    'h:mm a',
    'yyyy-MM-dd',
    'dd.MM.yyyy HH:mm',
    'MM/dd/yyyy',
    'EEEE',
  ],
  ...[
    "yyyy-MM-dd'T'HH:mm:ss'Z'",
    "d 'de' MMMM 'de' y",
    'yMMMd',
    'HH:mm:ss.SSS',
    'mm:ss',
    'h:mm tt',
  ],
  ...['yyyy年M月d日', "d MMM y 'г'.", 'MMMM d – d, y', 'EEEE, MMMM d, y {time}', 'LLLL y'],
  // Moment, Day.js, date-fns
  ...['YYYY-MM-DD', 'MMMM', 'dddd', 'MMM Do', 'dddd, MMM Do YYYY', 'D. MMM', 'hh:mm A', 'D.M.YYYY'],
  ...[
    '[Today at] LT',
    'dddd [at] LT',
    'MMM D, LT',
    "MMM D, 'YY",
    'MMM D <br/>LT',
    'MMMM do, yyyy @ HH:mm',
  ],
  ...['PPPP', 'PPpp', "'yesterday at' p", "'Week' w", 'ddd, hA', 'gggg-[W]ww', '[Q]Q YYYY'],
  ...['HH:mm:ss.fff', 'yyyy-MM-ddTHH:mm:ssZ', 'yyMMddHHmmssZ'],
  // PHP
  ...[
    'Ymd',
    'd/m/Y H:i',
    'F j, Y, g:i a',
    'l jS F Y',
    'D, d M Y H:i:s O',
    'H:i',
    'm/d',
    String.raw`Y-m-d\TH:i:sP`,
  ],
  // date pickers, strftime, numbers
  ...['dd/mm/yy', '%d.%m.%Y', '%B %Y', '%-d %b, %H:%M', '%I:%M %p', '%Y年%m月%d日', '%F %T'],
  ...['#,##0.00', '¤#,##0.00;(¤#,##0.00)', '0,0.00a', '$0,0.00', ',.2f', 'ltr', 'rtl'],
];

const WORDS = [
  ...[
    'May',
    'My Day',
    'Day',
    'Hmm',
    'Eddy',
    'Add',
    'Do',
    'Do it',
    'Mama',
    'Ms',
    'Move up',
    'Week dd',
  ],
  ...['d', 'H', 'M', 'E', 'MM', 'mm', 'hh', 'dd', 'DD', 'L', 'LT', 'LTS', 'XXX', 'zzz', 'P', 'h a'],
  ...[
    'M.D.',
    'a.m.',
    'P.M.',
    'Y/N',
    'y/n',
    'N/A',
    'w/o',
    'S/M/L',
    'M/F',
    'A-Z',
    'Mo – Fr',
    'L – XL',
  ],
  ...['HDD', 'SSD', 'EEG', 'SMS', 'LED', 'ETA', 'km/h', 'mm/s', 'd h m s', '{count}d', '{a} – {b}'],
  ...[
    'Write YYYY-MM-DD',
    '(YYYY-MM-DD)',
    'HH:MM',
    '%d of %d',
    '%s: %d',
    '%B %d at %H:%M',
    '%d%% off',
  ],
  ...['EEE', 'MMM', 'ddd', 'PPP', 'Yes', 'Min', 'h', 'M. D.', 'd h m', 'd/h/m', 'y ha', 'Ha ha'],
  ...['{n} p', '{amount} Lt', "'a' or 'b'", 'Ph.D.', 'M T W T F S S', "G'day", 'Q&A'],
  ...['Today at 5', 'in 5 min', '0.5 l', 'Q1 2024', 'LTR'],
];

describe('a pattern of dates or numbers is code, whatever its key', () => {
  test.each(PATTERNS)('%s', (text) => {
    expect(isCode(['a'], text, 'plain')).toBe(true);
  });
  test.each(WORDS)('but "%s" may be words', (text) => {
    expect(isCode(['a'], text, 'plain')).toBe(false);
  });
});

test.each<[string, string, MessageSyntax, boolean]>([
  // The key says that it is a pattern, or that people read it.
  ['dateFormat', 'd', 'plain', true],
  ['formats.timeFormat', 'LT', 'i18next', true],
  ['date_format.short', 'M d', 'plain', true],
  ['date_format.week', 'Week', 'plain', false],
  ['calendar.weekday', 'EEE', 'plain', true],
  ['regions.eee', 'EEE', 'plain', false],
  ['weekdays.mon', 'Mon', 'plain', false],
  ['expiry.placeholder', 'MM/YY', 'plain', false],
  ['dateHint', 'dd/mm/yyyy', 'plain', false],
  // Settings of Rails, also if nothing shows the library.
  ['number.format.round_mode', 'default', 'rails', true],
  ['number.format.round_mode', 'default', 'plain', true],
  ['js.number.format.delimiter', ' ', 'rails', true],
  ['number.currency.format.unit', 'kr', 'rails', true],
  ['number.human.storage_units.format', '%n %u', 'rails', true],
  ['number.human.storage_units.units.kb', 'KB', 'rails', false],
  ['number.human.decimal_units.units.thousand', 'Thousand', 'rails', false],
  ['date.order.0', 'year', 'rails', true],
  ['date.order', '[:year, :month, :day]', 'rails', true],
  ['date.order', 'Order date', 'rails', false],
  ['date.order.0', 'year', 'i18next', false],
  ['date.formats.default', '%-d', 'rails', true],
  ['date.formats.long', '%B %d at %H:%M', 'rails', false],
  ['date.day_names.0', 'Sunday', 'rails', false],
  ['time.am', 'am', 'rails', false],
  ['support.array.two_words_connector', ' and ', 'rails', false],
  // Options of `Intl` for vue-i18n.
  ['datetimeFormats.short.month', 'long', 'vue', true],
  ['months.long', 'long', 'vue', false],
  // Texts of toolkits that stand for settings.
  ['QT_LAYOUT_DIRECTION', 'QT_LAYOUT_DIRECTION', 'qt', true],
  ['number_format_decimal_point', 'number_format_decimal_point', 'c-format', true],
  // Keyboard shortcuts.
  ['save-button.accesskey', 'S', 'plain', true],
  ['accesskey-help', 'H ', 'plain', true],
  ['Search.searchField.mnemonic', 'f', 'plain', true],
  ['menu_file_access_key', 'П', 'plain', true],
  ['reload.key', 'r', 'plain', true],
  ['editShortcut', 'x', 'plain', true],
  ['save-button.accesskey', 'Save', 'plain', false],
  ['hotkeys.title', 'Hotkeys', 'plain', false],
  ['units.days', 'd', 'plain', false],
  ['monkey', 'm', 'plain', false],
  ['reload.key', '5', 'plain', false],
  ['auth.key', '鍵', 'plain', false],
])('%s = %s (%s): %s', (key, text, syntax, expected) => {
  expect(isCode(key.split('.'), text, syntax)).toBe(expected);
});
