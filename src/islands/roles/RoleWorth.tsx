import { formatAmount, fromDecimalString, mulDivFloor } from '../../lib/amount.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { formatRate, formatYears } from '../../lib/format-terms.ts';
import { roleWorth } from '../../lib/worth.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { $bonusCapRate, $roleList, type RolesAnswer } from '../../stores/profile-roles.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { Worth } from '../worth/Worth.tsx';

interface RoleWorthProps {
  role: RolesAnswer['list'][number];
  /** What is paid for it now. */
  price: bigint;
}

/** When a role’s privileges have brought its price, and how much bonuses may add. */
export function RoleWorth({ role, price }: RoleWorthProps): React.JSX.Element {
  const { cap, worth: words } = useTexts('roles').purchase;
  const locale = useLocale();
  const text = useServerState($dashboard).data?.jufPrice ?? null;
  const capRate = useServerState($bonusCapRate).data;
  const until = useServerState($roleList).data?.find(({ current }) => current);
  const write = (value: bigint, fractionDigits = 2): string => formatAmount(value, { locale, fractionDigits });
  const addedJuf = fromDecimalString(role.privilege.juf) - fromDecimalString(until?.privilege.juf ?? '0');
  const bonuses =
    capRate === undefined
      ? cap
      : interpolate(words.cap, { rate: formatRate(capRate, locale), amount: write(mulDivFloor(price, BigInt(capRate), BASIS_POINTS)) });
  if (text === null) return <Worth text={words.unknown} formula={[bonuses]} />;
  const { yearly, paysBackDays } = roleWorth({ price, addedJuf, everyDays: role.privilege.everyDays, juf18: fromDecimalString(text) });
  const added = { juf: write(addedJuf > 0n ? addedJuf : 0n), days: role.privilege.everyDays, price: write(fromDecimalString(text), 4) };
  return (
    <Worth
      text={
        paysBackDays === null
          ? interpolate(words.never, { price: write(price) })
          : interpolate(words.paysBack, { price: write(price), yearly: write(yearly), time: formatYears(paysBackDays, locale) })
      }
      formula={[interpolate(words.formula, added), bonuses]}
    />
  );
}
