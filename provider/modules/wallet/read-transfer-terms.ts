import { inArray } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { bytesToHex } from 'viem';
import { fromDecimalString, parseDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { intentDomain, transferIntentTypes } from '../../../src/lib/api/contract/transfer-intent.ts';
import { discountedRate } from '../../../src/lib/basis-points.ts';
import { shortenAddress } from '../../../src/lib/shorten-address.ts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import type { Queryable } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Token } from '../../ledger/account.ts';
import { memberBalances } from '../../ledger/balances.ts';
import { listTransactions } from '../../ledger/transactions.ts';
import { readPayoutTerms } from '../../payouts/payout-terms.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import { type Member, member } from '../account/schema.ts';
import { countLookUp } from '../look-ups/count-look-up.ts';
import { readScore } from '../score/read-score.ts';
import { findInTeam } from '../team/list-team.ts';
import { findRecipient, presentRecipient, type Recipient, validateRecipientName } from './find-recipient.ts';

type Definition = (typeof contract)['walletTransferTerms'];
type Terms = SentDataOf<Definition>;

/** GET /wallet/transfer: the terms a transfer would have, who `to` is, and what the wallet is to sign. */
export async function readTransferTerms(services: Services, self: Member, query: QueryOf<Definition>, client: string): Promise<Terms> {
  const { database, economy, site } = services;
  const { walletType, destination = 'MEMBER', to } = query;
  if (to !== undefined) validateRecipientName(to);
  const balances = await memberBalances(database, self.id);
  const available = balances.find(({ token }) => token === walletType)?.availableBaseUnits ?? 0n;
  const recent = await readRecent(services, self.id);
  const named = await findNamed(services, self, { destination, to, recent, client });
  return {
    walletType,
    available: inTokens(available, walletType),
    ...(destination === 'CHAIN' ? await readPayoutTerms(services, self.id, walletType) : await readMemberTerms(services, self.id)),
    ...(named === undefined ? {} : { recipient: named }),
    recentRecipients: recent.slice(0, RECENT_RECIPIENTS).map(presentMasked),
    intent: {
      domain: intentDomain(site.uri, site.chainId),
      types: { Transfer: [...transferIntentTypes.Transfer] },
      // Not stored: only its use is, so that requesting terms leaves nothing behind.
      nonce: bytesToHex(randomBytes(32)),
      maxDeadlineSeconds: economy.transfer.maxDeadlineSeconds,
    },
  };
}

interface Asked {
  destination: 'MEMBER' | 'CHAIN';
  to: string | undefined;
  recent: readonly Recipient[];
  client: string;
}

/**
 * A payout goes only to the member's own address. Another member is returned with the full address, because the wallet signs it; that is why look-ups are
 * counted.
 */
async function findNamed(services: Services, self: Member, { destination, to, recent, client }: Asked): Promise<Recipient | undefined> {
  if (destination === 'CHAIN') return presentRecipient(self);
  if (to === undefined) return undefined;
  const looker = { memberId: self.id, client };
  const found = await findRecipient(services.database, to).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'RECIPIENT_UNKNOWN') await countLookUp(services, looker, { kind: 'NAME', name: to });
    throw error;
  });
  const isKnown = found.id === self.id || found.id === self.referrerId || recent.some(({ id }) => id === found.id);
  if (!isKnown && !(await isInTeam(services, self.id, found.uid))) await countLookUp(services, looker, { kind: 'MEMBER', id: found.id });
  return found;
}

async function isInTeam({ database }: Services, memberId: string, uid: string): Promise<boolean> {
  return (await findInTeam(database, memberId, uid)) !== undefined;
}

async function readMemberTerms(
  { database, economy, clock }: Services,
  memberId: string,
): Promise<Pick<Terms, 'minAmount' | 'maxAmount' | 'feeRate' | 'feeMin' | 'dailyLeft'>> {
  const { minimum, maximum } = economy.transfer;
  const feeRate = await readTransferFeeRate(database, economy, memberId, clock());
  return { minAmount: minimum, maxAmount: maximum, feeRate, feeMin: '0', dailyLeft: null };
}

const RECENT_TRANSFERS = 50;
const RECENT_RECIPIENTS = 5;

/** Recent recipients, latest first. */
async function readRecent({ database }: Services, memberId: string): Promise<Recipient[]> {
  const { lines } = await listTransactions(database, { memberId, kind: 'TRANSFER' }, 1, RECENT_TRANSFERS);
  const ids = lines.flatMap(({ direction, counterpartyId }) => (direction === 'OUT' && counterpartyId !== null ? [counterpartyId] : []));
  const recent = [...new Set(ids)];
  if (recent.length === 0) return [];
  const found = await database.select().from(member).where(inArray(member.id, recent));
  return recent.flatMap((id) => found.filter((each) => each.id === id && each.blockedAt === null)).map(presentRecipient);
}

/** A list doesn't need anybody's full address. */
function presentMasked({ address, ...recipient }: Recipient): Terms['recentRecipients'][number] {
  return { ...recipient, address: shortenAddress(address) };
}

/** The signed order, with its amounts in base units. */
export interface TransferOrder {
  token: Token;
  amountBaseUnits: bigint;
  maxFeeBaseUnits: bigint;
  remark: string | undefined;
}

type Body = Pick<BodyOf<(typeof contract)['walletTransfer']>, 'walletType' | 'amount' | 'maxFee' | 'remark'>;

/** Throws VALIDATION_FAILED where an amount has more decimals than its token. */
export function readTransferOrder({ walletType, amount, maxFee, remark }: Body): TransferOrder {
  return {
    token: walletType,
    amountBaseUnits: readTokenAmount(amount, walletType, 'amount'),
    maxFeeBaseUnits: readTokenAmount(maxFee, walletType, 'maxFee'),
    remark: remark === '' ? undefined : remark,
  };
}

/** Base units of an amount field. The contract knows the maximum of decimals of any token; this knows the token's own. */
export function readTokenAmount(text: string, token: Token, field: string): bigint {
  const reading = parseDecimalString(text, tokenDecimals[token]);
  if (reading.ok) return reading.amountBaseUnits;
  throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [field]: reading.reason } } });
}

/** Refuses an amount that is too small or too large for one transfer, to any destination. */
export function requireWithinBounds({ token, amountBaseUnits }: TransferOrder, { transfer }: Economy): void {
  const { minimum, maximum } = transfer;
  const decimals = tokenDecimals[token];
  if (amountBaseUnits < fromDecimalString(minimum, decimals)) throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: minimum } });
  if (amountBaseUnits > fromDecimalString(maximum, decimals)) throw new Refusal('ABOVE_MAXIMUM', { detail: { maxAmount: maximum } });
}

/** The fee of a transfer in basis points, less the discount of the member's score level; rounded up to a whole number. */
export function transferFeeRate(economy: Economy, points: bigint): number {
  const feeDiscount = economy.score.levels.findLast(({ from }) => points >= BigInt(from))?.feeDiscount ?? 0;
  return discountedRate(economy.transfer.feeRate, feeDiscount);
}

export async function readTransferFeeRate(database: Queryable, economy: Economy, memberId: string, now: Date): Promise<number> {
  return transferFeeRate(economy, await readScore(database, memberId, now));
}
