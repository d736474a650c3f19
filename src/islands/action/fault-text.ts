import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { AmountFault } from '../../lib/judge-amount.ts';
import { formatShown } from '../../lib/shown-amount.ts';

/** Says what is wrong with an amount, and what could be entered. */
export function faultText(fault: AmountFault, token: string, locale: string, texts: Texts<'action'>['amount']): string {
  const example = formatAmount(123_456n, { locale, decimals: 2 });
  const exactly = (limit: bigint): string => formatAmount(limit, { locale });
  const asShown = (limit: bigint): string => formatShown(limit, locale);
  switch (fault.reason) {
    case 'NOT_A_NUMBER':
      return interpolate(texts.notANumber, { character: fault.character, example });
    case 'GROUPING':
      return interpolate(texts.grouping, { example });
    case 'TOO_MANY_FRACTION_DIGITS':
      return interpolate(texts.tooManyDigits, { token, count: fault.maxFractionDigits, digits: fault.excessDigits });
    case 'TOO_LONG':
      return texts.tooLong;
    case 'ZERO':
      return texts.zero;
    case 'BELOW_MINIMUM':
      return interpolate(texts.belowMinimum, { token, amount: exactly(fault.limit) });
    case 'ABOVE_MAXIMUM':
      return interpolate(texts.aboveMaximum, { token, amount: exactly(fault.limit) });
    case 'NOTHING_FREE':
      return interpolate(texts.nothingFree, { token });
    case 'INSUFFICIENT':
      return interpolate(texts.insufficient, { token, amount: asShown(fault.limit) });
    case 'INSUFFICIENT_WITH_FEE':
      return interpolate(texts.insufficientWithFee, { token, amount: asShown(fault.limit) });
  }
}
