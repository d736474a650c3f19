import { formatAmount } from '../../lib/amount.ts';
import { $unsignedUsd } from '../../stores/service-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';

interface UnsignedLimitProps {
  /** With `{{amount}}`, in US dollars. */
  text: string;
}

/** What a session may do without a further signature. Left out where the provider doesn't say, or always asks for one. */
export function UnsignedLimit({ text }: UnsignedLimitProps) {
  const locale = useLocale();
  const { data: limit, error } = useServerState($unsignedUsd);
  // Its room is kept while the figure is on its way.
  if (limit === null || (limit === undefined && error)) return null;
  const amount = limit === undefined ? '–' : formatAmount(limit, { locale });
  // Drawn anew with its figure: the words behind it would move.
  return (
    <p key={amount} className="dim">
      {interpolate(text, { amount })}
    </p>
  );
}
