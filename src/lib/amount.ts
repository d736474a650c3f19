/** Amounts are bigint base units inside and decimal strings outside; a JavaScript number never holds one. */

const MAX_AMOUNT_DIGITS = 60;

/** Why text isn't an amount. Positions count UTF-16 units in the original text. */
type AmountRefusal =
  | { reason: 'EMPTY' }
  | { reason: 'NOT_A_NUMBER'; position: number }
  /** Separators that don't group digits in threes: in this locale the text would mean something other than it looks like. */
  | { reason: 'GROUPING' }
  | { reason: 'TOO_MANY_FRACTION_DIGITS'; maxFractionDigits: number; excessDigits: string; position: number }
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

/** Parses what a person typed in a locale. Never rounds: excess digits are an error that names them. */
export function parseAmount(typed: string, decimals: number, locale: string): AmountReading {
  const { group, decimal } = separatorsOf(locale);
  const start = typed.length - typed.trimStart().length;
  const text = plainDigits(typed.trim());
  if (text === '') return { ok: false, reason: 'EMPTY' };
  const stranger = text.search(new RegExp(`[^0-9${group}${decimal}]`));
  const [whole = '', fraction = '', ...more] = text.split(decimal);
  if (stranger !== -1) return { ok: false, reason: 'NOT_A_NUMBER', position: start + stranger };
  if (more.length > 0) return { ok: false, reason: 'NOT_A_NUMBER', position: start + text.indexOf(decimal, whole.length + 1) };
  const digits = readGroups(whole, group);
  if (digits === null || fraction.includes(group)) return { ok: false, reason: 'GROUPING' };
  if (digits === '' && fraction === '') return { ok: false, reason: 'NOT_A_NUMBER', position: start };
  return readDigits(digits, fraction, decimals, start + whole.length + 1);
}

/** Parses a decimal string from the API, strictly. */
export function parseDecimalString(text: string, decimals: number): AmountReading {
  const match = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (text === '') return { ok: false, reason: 'EMPTY' };
  if (!match) return { ok: false, reason: 'NOT_A_NUMBER', position: 0 };
  const [, whole = '', fraction = ''] = match;
  return readDigits(whole, fraction, decimals, whole.length + 1);
}

/** For decimal strings known to be well-formed, such as those of a validated response; throws RangeError otherwise. */
export function fromDecimalString(text: string, decimals: number): bigint {
  const reading = parseDecimalString(text, decimals);
  if (!reading.ok) throw new RangeError(`${JSON.stringify(text)} is not an amount with ${decimals} decimals: ${reading.reason}`);
  return reading.amountBaseUnits;
}

/** The shortest exact decimal string. */
export function toDecimalString(amountBaseUnits: bigint, decimals: number): string {
  const { sign, whole, fraction } = split(amountBaseUnits, decimals);
  const digits = fraction.replace(/0+$/, '');
  return `${sign}${whole}${digits === '' ? '' : `.${digits}`}`;
}

/** Exact, or truncated (never rounded up) to `fractionDigits` if given. */
export function formatAmount(amountBaseUnits: bigint, decimals: number, options: { locale: string; fractionDigits?: number }): string {
  const { whole, fraction } = formatAmountParts(amountBaseUnits, decimals, options);
  return whole + fraction;
}

export function formatAmountParts(
  amountBaseUnits: bigint,
  decimals: number,
  { locale, fractionDigits }: { locale: string; fractionDigits?: number },
): AmountParts {
  const { sign, whole, fraction } = split(amountBaseUnits, decimals);
  const { decimal, minus, format } = separatorsOf(locale);
  const signedWhole = (sign === '' ? '' : minus) + format.format(BigInt(whole));
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

function readDigits(whole: string, fraction: string, decimals: number, fractionPosition: number): AmountReading {
  if (fraction.length > decimals) {
    const position = fractionPosition + decimals;
    return { ok: false, reason: 'TOO_MANY_FRACTION_DIGITS', maxFractionDigits: decimals, excessDigits: fraction.slice(decimals), position };
  }
  const digits = whole.replace(/^0+(?=\d)/, '') + fraction;
  if (digits.length > MAX_AMOUNT_DIGITS) return { ok: false, reason: 'TOO_LONG', maxDigits: MAX_AMOUNT_DIGITS };
  return { ok: true, amountBaseUnits: BigInt(digits + '0'.repeat(decimals - fraction.length)) };
}

/** The digits of the integer part, or null if the groups are malformed. `0,005` is a fraction in the wrong locale, not five. */
function readGroups(whole: string, group: string): string | null {
  if (!whole.includes(group)) return whole;
  const [first = '', ...others] = whole.split(group);
  const areGroups = /^[1-9]\d{0,2}$/.test(first) && others.every((digits) => digits.length === 3);
  return areGroups ? first + others.join('') : null;
}

/** Converts full-width digits and separators (East Asian keyboards) and Thai digits, one to one. */
function plainDigits(text: string): string {
  const narrow = text.replace(/[０-９．，]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
  return narrow.replace(/[๐-๙]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xe20));
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
  const separators = { group: partOf('group'), decimal: partOf('decimal'), minus: partOf('minusSign'), format };
  separatorsByLocale.set(locale, separators);
  return separators;
}
