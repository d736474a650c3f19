/** Text that already is HTML; anything else put into `html` is escaped. */
export interface Html {
  readonly text: string;
}

export function html(strings: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
  const pieces = values.map((value) => (typeof value === 'object' ? value.text : escape(String(value))));
  return { text: strings.map((string, index) => string + (pieces[index] ?? '')).join('') };
}

export function join(parts: Html[]): Html {
  return { text: parts.map(({ text }) => text).join('') };
}

/** For our own text that must not be escaped, such as a style sheet. */
export function plain(text: string): Html {
  return { text };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
