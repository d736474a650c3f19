import { TOKEN_DECIMALS } from './token-decimals.ts';

/**
 * Amounts are bigint inside, in 10⁻¹⁸ unless other decimals are named, and decimal strings outside: the contract's scalars read them, `toDecimalString`
 * writes them. A JavaScript number never holds one.
 */

const MAX_AMOUNT_DIGITS = 60;

/** Why text isn't an amount. */
export type AmountRefusal =
  | { reason: 'EMPTY' }
  | { reason: 'NOT_A_NUMBER'; character: string }
  /** Separators that neither group digits in threes nor begin a fraction. */
  | { reason: 'GROUPING' }
  | { reason: 'TOO_MANY_FRACTION_DIGITS'; maxFractionDigits: number; excessDigits: string }
  | { reason: 'TOO_LONG'; maxDigits: number };

export type AmountReading = { ok: true; amountBaseUnits: bigint } | ({ ok: false } & AmountRefusal);

export interface AmountParts {
  /** With group separators, and the sign if negative. */
  whole: string;
  /** Starts with the decimal separator; empty if there is no fraction. */
  fraction: string;
  /** The whole amount with all digits. */
  exact: string;
}

/**
 * Parses what a person typed or pasted, with either decimal separator, since a keypad may offer only the other language's, and with the unit's name beside it.
 * The locale decides only where a text is two amounts: one separator of thousands before three digits. Never rounds: excess digits are an error that names
 * them.
 */
export function parseAmount(typed: string, decimals: number, locale: string, unit = ''): AmountReading {
  const { group, decimal } = separatorsOf(locale);
  const text = withoutUnit(plainText(typed, decimal), unit);
  if (text === '') return { ok: false, reason: 'EMPTY' };
  const [stranger] = /[^0-9., ]/u.exec(text) ?? [];
  if (stranger !== undefined) return { ok: false, reason: 'NOT_A_NUMBER', character: stranger };
  const at = decimalPosition(text, group);
  const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)];
  if (whole === '' && fraction === '') return { ok: false, reason: 'NOT_A_NUMBER', character: text };
  const digits = readGroups(whole);
  if (digits === null || /\D/.test(fraction)) return { ok: false, reason: 'GROUPING' };
  return readDigits(digits, fraction, decimals);
}

/** Parses a decimal string from the API, strictly. */
export function parseDecimalString(text: string, decimals: number): AmountReading {
  const match = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (text === '') return { ok: false, reason: 'EMPTY' };
  if (!match) return { ok: false, reason: 'NOT_A_NUMBER', character: /[^0-9.]/.exec(text)?.[0] ?? text.charAt(0) };
  const [, whole = '', fraction = ''] = match;
  return readDigits(whole, fraction, decimals);
}

/** For decimal strings known to be well-formed; throws RangeError otherwise. */
export function fromDecimalString(text: string, decimals = TOKEN_DECIMALS): bigint {
  const reading = parseDecimalString(text, decimals);
  if (!reading.ok) throw new RangeError(`${JSON.stringify(text)} is not an amount with ${decimals} decimals: ${reading.reason}`);
  return reading.amountBaseUnits;
}

/** The shortest exact decimal string. */
export function toDecimalString(amountBaseUnits: bigint, decimals = TOKEN_DECIMALS): string {
  const { sign, whole, fraction } = split(amountBaseUnits, decimals);
  const digits = fraction.replace(/0+$/, '');
  return `${sign}${whole}${digits === '' ? '' : `.${digits}`}`;
}

interface AmountFormat {
  locale: string;
  decimals?: number;
  /** All that are significant, if not given. */
  fractionDigits?: number;
  /** Switched off for what is put into a field: who deletes a digit between separators would leave another amount, such as `1,23`. */
  useGrouping?: boolean;
}

/** Exact, or truncated (never rounded up) to `fractionDigits` if given. */
export function formatAmount(amountBaseUnits: bigint, options: AmountFormat): string {
  const { whole, fraction } = formatAmountParts(amountBaseUnits, options);
  return whole + fraction;
}

export function formatAmountParts(
  amountBaseUnits: bigint,
  { locale, decimals = TOKEN_DECIMALS, fractionDigits, useGrouping = true }: AmountFormat,
): AmountParts {
  const { sign, whole, fraction } = split(amountBaseUnits, decimals);
  const { decimal, minus, format } = separatorsOf(locale);
  const signedWhole = (sign === '' ? '' : minus) + (useGrouping ? format.format(BigInt(whole)) : whole);
  const withSeparator = (digits: string): string => (digits === '' ? '' : decimal + digits);
  const exactFraction = withSeparator(fraction.replace(/0+$/, ''));
  return {
    whole: signedWhole,
    fraction: fractionDigits === undefined ? exactFraction : withSeparator(fraction.slice(0, fractionDigits)),
    exact: signedWhole + exactFraction,
  };
}

/** Rounds down: for what a member receives. */
export function mulDivFloor(value: bigint, multiplier: bigint, divisor: bigint): bigint {
  assertDivisible(value, multiplier, divisor);
  return (value * multiplier) / divisor;
}

/** Rounds up: for what a member pays as premium or fee. */
export function mulDivCeil(value: bigint, multiplier: bigint, divisor: bigint): bigint {
  assertDivisible(value, multiplier, divisor);
  return (value * multiplier + divisor - 1n) / divisor;
}

function assertDivisible(value: bigint, multiplier: bigint, divisor: bigint): void {
  if (value < 0n || multiplier < 0n || divisor <= 0n)
    throw new RangeError('amounts are multiplied and divided without signs, and never by zero');
}

function readDigits(whole: string, fraction: string, decimals: number): AmountReading {
  if (fraction.length > decimals) {
    return { ok: false, reason: 'TOO_MANY_FRACTION_DIGITS', maxFractionDigits: decimals, excessDigits: fraction.slice(decimals) };
  }
  const digits = whole.replace(/^0+(?=\d)/, '') + fraction;
  if (digits.length > MAX_AMOUNT_DIGITS) return { ok: false, reason: 'TOO_LONG', maxDigits: MAX_AMOUNT_DIGITS };
  return { ok: true, amountBaseUnits: BigInt(digits + '0'.repeat(decimals - fraction.length)) };
}

/** Where the fraction begins; the text's length if it has none. */
function decimalPosition(text: string, group: string): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last === -1) return text.length;
  const before = text.slice(0, last);
  // A decimal separator stands once, after all others.
  if (before.includes(text.charAt(last))) return text.length;
  const isGroup = text.charAt(last) === group && /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(text.slice(last + 1));
  return isGroup ? text.length : last;
}

/** The digits of the integer part, or null if the groups are malformed. */
function readGroups(whole: string): string | null {
  const [separator, ...others] = new Set(whole.replace(/\d/g, ''));
  if (separator === undefined) return whole;
  const [first = '', ...groups] = whole.split(separator);
  const areGroups = others.length === 0 && /^[1-9]\d{0,2}$/.test(first) && groups.every((digits) => digits.length === 3);
  return areGroups ? first + groups.join('') : null;
}

/** In ASCII: digits of every script, the separators of full-width and composing keyboards, and one kind of space, which an apostrophe stands for too. */
function plainText(typed: string, decimal: string): string {
  return typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\p{Nd}/gu, plainDigit)
    .replace(/[．。｡]/g, '.')
    .replace(/[，、､]/g, ',')
    .replace(/٫/g, decimal)
    .replace(/(?<=\d)[\p{Zs}'’٬](?=\d)/gu, ' ');
}

/** Every script's ten digits follow one another in Unicode. */
function plainDigit(digit: string): string {
  const ascii = digit.normalize('NFKC');
  if (/^\d$/.test(ascii)) return ascii;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Amounts are pasted with the token's name, or a percent sign. Another unit's is refused like any other letter. */
function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text;
  const [upper, name] = [text.toUpperCase(), unit.toUpperCase()];
  if (upper.endsWith(name)) return text.slice(0, -name.length).trim();
  return upper.startsWith(name) ? text.slice(name.length).trim() : text;
}

function split(amountBaseUnits: bigint, decimals: number): { sign: '' | '-'; whole: string; fraction: string } {
  const isNegative = amountBaseUnits < 0n;
  const digits = (isNegative ? -amountBaseUnits : amountBaseUnits).toString().padStart(decimals + 1, '0');
  const wholeLength = digits.length - decimals;
  return { sign: isNegative ? '-' : '', whole: digits.slice(0, wholeLength), fraction: digits.slice(wholeLength) };
}

interface Separators {
  group: string;
  decimal: string;
  minus: string;
  /** Formats integers: with bigint this is exact in every browser, with decimal strings only in newer ones. */
  format: Intl.NumberFormat;
}

/** The one that is written beside amounts; `Intl` has a hyphen in most languages. */
const MINUS = '−';

const separatorsByLocale = new Map<string, Separators>();

function separatorsOf(locale: string): Separators {
  const known = separatorsByLocale.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true }).formatToParts(-12_345.5);
  const partOf = (type: Intl.NumberFormatPartTypes): string => {
    const part = parts.find((candidate) => candidate.type === type);
    if (!part) throw new RangeError(`${locale} writes numbers without a ${type}`);
    return part.value;
  };
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true, maximumFractionDigits: 0 });
  const separators = { group: partOf('group'), decimal: partOf('decimal'), minus: MINUS, format };
  separatorsByLocale.set(locale, separators);
  return separators;
}
