/** Typical remarks, in NFC. */
export const HONEST: readonly string[] = [
  'rent, 50 % – thanks!',
  'Miete für März',
  'ค่าเช่าที่ ๑',
  'tiền thuê nhà tháng 3',
  '家賃　三月',
  '葛\u{e0100}飾区',
  'می\u200cخواهم',
  'क्\u200dष',
  '❤️ 👩🏽\u200d🚀 👨\u200d👩\u200d👧 🏳️\u200d🌈 1️⃣ 🇩🇪',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'שכר דירה',
];

/** Description, text, and what remains of it. */
export const DECEIVING: readonly (readonly [string, string, string])[] = [
  ['an override of direction', 'refund\u202e4.01 fo', 'refund4.01 fo'],
  ['an embedding', 'a\u202ab\u202c', 'ab'],
  ['an isolate that never ends', 'a\u2067b', 'ab'],
  ['a mark of direction', 'a\u200fb\u200ec\u061cd', 'abcd'],
  ['a space of no width', 'Ju\u200bFi', 'JuFi'],
  ['a joiner between letters', 'Ju\u200dFi\u200c', 'JuFi'],
  ['a soft hyphen', 'Ju\u00adFi', 'JuFi'],
  ['a byte order mark', '\ufeffJuFi', 'JuFi'],
  ['a line break', 'paid\nFrom: JuFi', 'paidFrom: JuFi'],
  ['a separator of lines', 'paid\u2028From: JuFi\u2029', 'paidFrom: JuFi'],
  ['a control character', 'a\u0007\u001b[31mb\u0085', 'a[31mb'],
  ['half a character', 'a\ud800b', 'ab'],
  ['a character of private use', 'a\ue000\u{f0000}b', 'ab'],
  ['no character at all', 'a\uffff\ufdd0b', 'ab'],
  ['a blank that is a letter', '\u3164\u115f\uffa0x', 'x'],
  ['a blank Braille pattern', 'a\u2800b', 'ab'],
  ['hidden tags', 'a\u{e0068}\u{e0069}b', 'ab'],
  ['a hidden variation', 'a\ufe0f\u{e0101}b', 'ab'],
  ['a heap of marks', `Z${'\u0348'.repeat(40)}`, `Z${'\u0348'.repeat(4)}`],
  ['a mark on what stands before it', '\u0338rent', 'rent'],
  ['another form of Unicode', 'cafe\u0301', 'café'],
];
