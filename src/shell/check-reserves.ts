import { labelled } from '../lib/i18n/punctuation.ts';
import { formatAmount } from '../lib/amount.ts';
import { userInfo } from '../lib/api/contract/profile.ts';
import { walletOverview } from '../lib/api/contract/wallet.ts';
import { z } from '../lib/api/contract/zod.ts';
import type { Texts } from '../lib/i18n/page-texts.ts';
import { interpolate } from '../lib/i18n/interpolate.ts';
import { writeDate } from '../lib/i18n/write-date.ts';
import { type Reserves, reserves } from '../lib/reserves/reserves.ts';
import { type ReserveProof, type Sums, verifyReserveProof } from '../lib/reserves/sum-tree.ts';
import { shortenAmount } from '../lib/shown-amount.ts';
import { tokenDecimals, unitOf } from '../lib/token-decimals.ts';
import { callApi } from '../stores/api.ts';
import { readBalanceBefore } from '../stores/history.ts';

type CheckTexts = Texts<'reserves'>['check'];
type Line = string | { text: string; exact: string };

const TOKENS = ['JU', 'JUF', 'USDT'] as const;
const DAY_MS = 86_400_000;

/** Verifies on this device that the published total includes the member's balances, and reports it below the button. */
export async function checkReserves(target: HTMLElement): Promise<void> {
  const place = document.querySelector<HTMLElement>('#check-result');
  if (place === null || target.hasAttribute('aria-busy')) return;
  const texts = JSON.parse(target.dataset['texts'] ?? '{}') as CheckTexts;
  const locale = target.dataset['locale'] ?? 'en-GB';
  // Firefox has had the property since 119 only.
  target.setAttribute('aria-busy', 'true');
  say(place, texts.running);
  try {
    say(place, ...(await verdict(texts, locale)));
  } catch {
    say(place, texts.unread);
  } finally {
    target.removeAttribute('aria-busy');
  }
}

async function verdict(texts: CheckTexts, locale: string): Promise<Line[]> {
  const [{ reserveProof: proof }, { id }, published] = await Promise.all([
    callApi(walletOverview, {}),
    callApi(userInfo, {}),
    readPublished(),
  ]);
  if (proof === undefined) return [texts.none];
  const balances = await balancesAtEndOf(proof.date);
  // The end of a day by UTC, wherever the member is.
  const date = writeDate(new Date(`${proof.date}T00:00:00Z`), locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  if (!isCounted(proof, id, balances, published)) return [interpolate(texts.fails, { date })];
  const owned = (digits: (amount: bigint) => bigint): string =>
    TOKENS.map((token) => `${formatAmount(digits(balances[token]), { locale })}\u00a0${token}`).join(' · ');
  return [
    interpolate(texts.holds, { date }),
    // As in sentences elsewhere. The title has all digits.
    {
      text: labelled(
        texts.yours,
        owned((amount) => shortenAmount(amount)),
        locale,
      ),
      exact: owned((amount) => amount),
    },
  ];
}

/** The proof is valid, and its root and total are the published ones. */
function isCounted(proof: ReserveProof, memberId: string, balances: Sums, published: Reserves['tree']): boolean {
  const found = verifyReserveProof(proof, memberId, balances);
  if (!found.holds || published === null) return false;
  // A new day's tree was published just now: the next click requests its proof.
  if (published.date !== proof.date) throw new Error(`the proof is of ${proof.date}, what is published of ${published.date}`);
  const isSame = (token: (typeof TOKENS)[number]): boolean => found.total[token] * unitOf(tokenDecimals[token]) === published.total[token];
  return published.root === proof.root && TOKENS.every(isSame);
}

async function readPublished(): Promise<Reserves['tree']> {
  const response = await fetch('/reserves.json');
  if (!response.ok) throw new Error(`the reserves answered ${response.status}`);
  return z.parse(reserves, await response.json()).tree;
}

/** The balances from the member's own history: after the last movement of that day or before. */
async function balancesAtEndOf(date: string): Promise<Sums> {
  const to = new Date(Date.parse(`${date}T00:00:00.000Z`) + DAY_MS).toISOString();
  const [JU, JUF, USDT] = await Promise.all([readBalanceBefore('JU', to), readBalanceBefore('JUF', to), readBalanceBefore('USDT', to)]);
  return { JU, JUF, USDT };
}

function say(place: HTMLElement, ...lines: Line[]): void {
  place.replaceChildren(
    ...lines.map((line) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = typeof line === 'string' ? line : line.text;
      if (typeof line !== 'string') paragraph.title = line.exact;
      return paragraph;
    }),
  );
}
