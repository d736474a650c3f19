import { parseDecimalString, toDecimalString } from './amount.ts';
import { TOKEN_DECIMALS } from './token-decimals.ts';

/** What a link of ours fills into the form of the page that it leads to. */
export interface FilledIn {
  /** In 10⁻¹⁸ tokens. */
  amount: bigint;
  /** The id of a package or a period; null if there is nothing to choose. */
  choice: string | null;
}

/** A fragment, which survives signing in and is no other address to caches. */
export function filledInFragment({ amount, choice }: FilledIn): string {
  return `#${new URLSearchParams({ amount: toDecimalString(amount), ...(choice !== null && { choice }) })}`;
}

/** Null if the fragment fills in nothing. Whatever it says is only entered: the form judges it like anything typed. */
export function readFilledIn(fragment: string): FilledIn | null {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const reading = parseDecimalString(said.get('amount') ?? '', TOKEN_DECIMALS);
  return reading.ok && reading.amountBaseUnits > 0n ? { amount: reading.amountBaseUnits, choice: said.get('choice') } : null;
}
