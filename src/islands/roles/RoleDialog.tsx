import { formatAmount, mulDivFloor } from '../../lib/amount.ts';
import { formatDays, formatRate, formatYears } from '../../lib/format-terms.ts';
import { formatCount } from '../../lib/format-count.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { $bonusCapRate, $roleList, type RolesAnswer } from '../../stores/profile-roles.ts';
import { roleAction, type RoleOrder } from '../../stores/role-actions.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { LeadLink, Notice } from '../action/Notice.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import type { LedgerLine } from '../figures/Ledger.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { BonusCap } from '../team/BonusCap.tsx';
import { PrivilegeFigures } from './PrivilegeFigures.tsx';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { roleWorth } from '../../lib/worth.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { Worth } from '../worth/Worth.tsx';

/** Buys a role: review, progress and outcome. */
export function RoleDialog() {
  const { purchase, list, points, privilege } = useTexts('roles');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const roles = useServerState($roleList).data ?? [];
  const free = useFreeBalance('USDT');
  const write = (value: bigint): string => formatAmount(value, { locale });
  const usdt = (value: bigint | null) => <Figure value={value} unit="USDT" />;
  // A stored order's name may be in another language.
  const named = ({ roleId, name }: RoleOrder): string => roles.find(({ id }) => id === roleId)?.name ?? name;
  return (
    <ActionFlow
      as="dialog"
      name="role-purchase"
      title={purchase.title}
      action={roleAction}
      running={{ text: purchase.running, show: privilege.show }}
      subject={(order) => interpolate(purchase.subject, { role: named(order), amount: write(order.price) })}
      review={(order) => {
        const { roleId, price: paying } = order;
        const role = roles.find(({ id }) => id === roleId);
        const isMoved = role !== undefined && role.upgradePrice !== paying;
        const missing = free === null || free >= paying ? 0n : paying - free;
        return (
          <ReviewSheet
            isWithoutForm
            leaves={{ figure: <Figure isExact value={paying} unit="USDT" />, note: purchase.once }}
            arrives={{ name: privilege.role, figure: named(order), note: purchase.atOnce }}
            lines={[
              { name: list.price, value: usdt(role?.price ?? null) },
              ...(role === undefined ? [] : benefitsOf(role, locale, { list, points, privilege })),
              { name: review.fee, value: review.noFee },
            ]}
            after={{ token: 'USDT', free, by: -paying }}
            act={interpolate(purchase.act, { amount: write(paying) })}
            canConfirm={!isMoved && missing === 0n}
            signs={order.signs}
          >
            <p className="note">{purchase.final}</p>
            {role !== undefined && <RoleWorth role={role} price={paying} />}
            <BonusCap paying={paying} />
            {isMoved && <Notice kind="warning" text={purchase.moved} />}
            {missing > 0n && (
              <Notice kind="warning" text={interpolate(purchase.missing, { amount: write(missing) })}>
                <LeadLink to="deposit" token="USDT" />
              </Notice>
            )}
          </ReviewSheet>
        );
      }}
      next={() => ({ text: next.role, act: 'toTeam' })}
      done={({ role, paid, transaction }) => (
        <Receipt
          text={interpolate(purchase.done, { role: role.name })}
          lines={[{ name: purchase.paid, value: usdt(paid) }]}
          balance={transaction}
        />
      )}
    />
  );
}

/** The role's benefits. */
function benefitsOf(
  { bonusRates, privilege }: RolesAnswer['list'][number],
  locale: string,
  { list, points, privilege: texts }: Pick<Texts<'roles'>, 'list' | 'points' | 'privilege'>,
): LedgerLine[] {
  return [
    { name: list.bonuses, value: bonusRates.map((rate) => formatRate(rate, locale)).join(' / ') },
    {
      name: list.privilege,
      value: (
        <PrivilegeFigures
          juf={privilege.juf}
          score={privilege.score}
          unit={points}
          every={interpolate(texts.every, { days: formatDays(privilege.everyDays, locale) })}
        />
      ),
    },
  ];
}

interface RoleWorthProps {
  role: RolesAnswer['list'][number];
  /** What is paid for it now. */
  price: bigint;
}

/** When a role’s privileges have brought its price, and how much bonuses may add. */
function RoleWorth({ role, price }: RoleWorthProps) {
  const { cap, worth: words } = useTexts('roles').purchase;
  const locale = useLocale();
  const juf18 = useServerState($dashboard).data?.jufPrice ?? null;
  const capRate = useServerState($bonusCapRate).data;
  const until = useServerState($roleList).data?.find(({ current }) => current);
  const write = (value: bigint, fractionDigits = 2): string => formatAmount(value, { locale, fractionDigits });
  const addedJuf = role.privilege.juf - (until?.privilege.juf ?? 0n);
  const bonuses =
    capRate === undefined
      ? cap
      : interpolate(words.cap, { rate: formatRate(capRate, locale), amount: write(mulDivFloor(price, BigInt(capRate), BASIS_POINTS)) });
  if (juf18 === null) return <Worth text={words.unknown} formula={[bonuses]} />;
  const { yearly, paysBackDays } = roleWorth({ price, addedJuf, everyDays: role.privilege.everyDays, juf18 });
  const added = { juf: write(addedJuf > 0n ? addedJuf : 0n), days: role.privilege.everyDays, price: write(juf18, 4) };
  return (
    <Worth
      text={
        paysBackDays === null
          ? interpolate(words.never, { price: write(price) })
          : interpolate(words.paysBack, {
              price: write(price),
              yearly: write(yearly),
              times: formatCount(Number(paysBackDays / BigInt(role.privilege.everyDays)), locale),
              time: formatYears(paysBackDays, locale),
            })
      }
      formula={[interpolate(words.formula, added), bonuses]}
    />
  );
}
