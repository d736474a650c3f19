import type { Token } from '../../ledger/account.ts';
import { cast } from './cast.ts';
import type { MemberAct } from './scene.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Members write freely, in their own languages. */
const REMARKS = [
  'Thanks for dinner',
  'Danke!',
  'rent, my half',
  'ありがとう',
  'for the hardware wallet',
  'Buon compleanno',
  'makan siang',
  '感谢帮忙',
  'Cảm ơn nhé',
  '커피값',
  'team lunch',
  'train tickets',
  '',
  '',
] as const;

/** A small transfer to the sponsor, an invited member, or another member who has joined by then; null if there is none. */
export function composeTransfer(random: SeededRandom, who: number, daysAgo: number): (MemberAct & { do: 'TRANSFER' }) | null {
  const isThere = (other: number): boolean => other !== who && (cast[other]?.joinedDaysAgo ?? 0) > daysAgo + 0.1;
  const everybody = cast.map((_, other) => other).filter(isThere);
  const near = everybody.filter((other) => cast[who]?.sponsor === other || cast[other]?.sponsor === who);
  const [first, ...rest] = near.length > 0 && random.isInPercent(70) ? near : everybody;
  if (first === undefined) return null;
  const token = random.pick<Token>(['USDT', 'USDT', 'JUF', 'JU']);
  const amount = token === 'JU' ? random.between(5, 120) : random.between(3, 60);
  const cents = random.isInPercent(30) ? `.${random.between(1, 9)}` : '';
  return { do: 'TRANSFER', to: random.pick([first, ...rest]), token, amount: `${amount}${cents}`, remark: random.pick(REMARKS) };
}
