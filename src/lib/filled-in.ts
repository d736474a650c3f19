import { toDecimalString } from './amount.ts';
import { amount } from './api/contract/scalars.ts';

/** What a link of ours fills into the form of the page that it leads to. */
export interface FilledIn {
  /** In 10⁻¹⁸ tokens. */
  amount: bigint;
  /** The id of a package or a period; null if there is nothing to choose. */
  choice: string | null;
}

/** A fragment, which survives signing in and is no other address to caches. */
export function filledInFragment({ amount: wanted, choice }: FilledIn): string {
  return `#${new URLSearchParams({ amount: toDecimalString(wanted), ...(choice !== null && { choice }) })}`;
}

/** Null if the fragment fills in nothing. Whatever it says is only entered: the form judges it like anything typed. */
export function readFilledIn(fragment: string): FilledIn | null {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const { data: wanted = 0n } = amount.safeParse(said.get('amount'));
  return wanted > 0n ? { amount: wanted, choice: said.get('choice') } : null;
}
