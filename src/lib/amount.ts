/** Amounts are bigint base units inside and decimal strings outside; no JavaScript number ever holds one. */

const MAX_AMOUNT_DIGITS = 60;

/** Why text is no amount. Positions count UTF-16 units in the text as it was given. */
type AmountRefusal =
  | { reason: 'EMPTY' }
  | { reason: 'NOT_A_NUMBER'; position: number }
  /** Separators that do not part the digits in threes: in this locale the text would mean something else than it looks like. */
  | { reason: 'GROUPING' }
  | { reason: 'TOO_MANY_FRACTION_DIGITS'; maxFractionDigits: number; excessDigits: string; position: number }
  | { reason: 'TOO_LONG'; maxDigits: number };

export type AmountReading = { ok: true; amountBaseUnits: bigint } | ({ ok: false } & AmountRefusal);

export interface AmountParts {
  /** With its groups, and its sign when negative. */
  whole: string;
  /** With the separator before it; empty when there is none. */
  fraction: string;
  /** The whole amount to the last digit. */
  exact: string;
}

/** Reads what a person typed in a locale. Rounds nothing: a digit too many is refused and named. */
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

/** Reads a decimal string off the wire, strictly. */
export function parseDecimalString(text: string, decimals: number): AmountReading {
  const match = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (text === '') return { ok: false, reason: 'EMPTY' };
  if (!match) return { ok: false, reason: 'NOT_A_NUMBER', position: 0 };
  const [, whole = '', fraction = ''] = match;
  return readDigits(whole, fraction, decimals, whole.length + 1);
}

/** For decimal strings known to be well formed, as those of a checked answer; throws RangeError on any other. */
export function fromDecimalString(text: string, decimals: number): bigint {
  const reading = parseDecimalString(text, decimals);
  if (!reading.ok) throw new RangeError(`${JSON.stringify(text)} is no amount with ${decimals} decimals: ${reading.reason}`);
  return reading.amountBaseUnits;
}

/** The shortest exact decimal string. */
export function toDecimalString(amountBaseUnits: bigint, decimals: number): string {
  const { sign, whole, fraction } = split(amountBaseUnits, decimals);
  const digits = fraction.replace(/0+$/, '');
  return `${sign}${whole}${digits === '' ? '' : `.${digits}`}`;
}

/** Exact, or cut (never rounded up) to exactly `fractionDigits` where given. */
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

/** What a member receives is rounded down. */
export function mulDivFloor(value: bigint, multiplier: bigint, divisor: bigint): bigint {
  assertDivisible(value, multiplier, divisor);
  return (value * multiplier) / divisor;
}

/** What a member pays in premium or fee is rounded up. */
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

/** The digits of a whole part, or null when its groups are not groups. `0,005` is a fraction in the wrong locale, not five. */
function readGroups(whole: string, group: string): string | null {
  if (!whole.includes(group)) return whole;
  const [first = '', ...others] = whole.split(group);
  const areGroups = /^[1-9]\d{0,2}$/.test(first) && others.every((digits) => digits.length === 3);
  return areGroups ? first + others.join('') : null;
}

/** Full-width digits and separators (East Asian keyboards) and Thai digits, one for one. */
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
  /** Formats whole numbers: with a bigint it is exact in every browser, which with decimal strings only newer ones are. */
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
