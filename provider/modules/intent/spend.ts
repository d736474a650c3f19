import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { hashTypedData, type Hex } from 'viem';
import { fromDecimalString, mulDivCeil, mulDivFloor } from '../../../src/lib/amount.ts';
import type { BodyOf, CallDefinition, SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { extensions } from '../../../src/lib/api/contract/extensions.ts';
import { composeOrderIntent, type OrderedItem, orderIntentTypes } from '../../../src/lib/api/contract/order-intent.ts';
import type { orderIntent } from '../../../src/lib/api/contract/order-terms.ts';
import { intentDomain } from '../../../src/lib/api/contract/transfer-intent.ts';
import type { z } from '../../../src/lib/api/contract/zod.ts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { type CallContext, handleOnce, type MovingContext, type OnceHandler } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Token } from '../../ledger/account.ts';
import type { PriceReadings } from '../../price/price-source.ts';
import { PRICE_DECIMALS, USD_DECIMALS } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import { lockMember } from '../account/member.ts';
import { requireBalance } from '../wallet/post-payment.ts';
import { requireSignature } from './require-signed.ts';
import { unsignedOrder } from './schema.ts';

interface Cost {
  token: Token;
  amountBaseUnits: bigint;
}

/** Refuses an order that costs more than its intent says, or without an intent more than the session alone may still spend. */
export type Spend = (cost: Cost) => Promise<void>;

/** For orders of which it's known that the member agrees. */
export const spendAgreed: Spend = () => Promise.resolve();

type Needed = Pick<Services, 'economy' | 'clock' | 'prices'>;

/** All digits that any token has, to compare what was signed with what is paid. */
const WHOLE = 18;
const DAY_MS = 86_400_000;

function createSpend(
  transaction: Transaction,
  services: Needed,
  { memberId, maxTotal }: { memberId: string; maxTotal: string | undefined },
): Spend {
  return async (cost) => {
    if (maxTotal === undefined) return spendUnsigned(transaction, services, memberId, cost);
    const total = inTokens(cost.amountBaseUnits, cost.token);
    if (fromDecimalString(total, WHOLE) > fromDecimalString(maxTotal, WHOLE)) throw new Refusal('PRICE_MOVED', { detail: { total } });
  };
}

/**
 * Counts an unsigned order towards the member's 24 hours, of all sessions and kinds. The member stays locked until the order is carried out, so that two
 * orders at once don't both fit into what is left; a refused one isn't counted.
 */
async function spendUnsigned(transaction: Transaction, services: Needed, memberId: string, cost: Cost): Promise<void> {
  await lockMember(transaction, memberId);
  const now = services.clock();
  const leftUsd = await readUnsignedLeft(transaction, services, memberId, now);
  const price18 = await priceOf(services.prices.within(transaction), cost.token, now);
  const usd = price18 === null ? null : usdOf(cost, price18);
  if (usd === null || usd > leftUsd) {
    // Nobody is asked to sign what they can't pay.
    await requireBalance(transaction, memberId, cost.token, cost.amountBaseUnits);
    const left = price18 === null ? null : amountFor(leftUsd, cost.token, price18);
    const { orders, transfer } = services.economy;
    throw new Refusal('INTENT_REQUIRED', {
      detail: { walletType: cost.token, left, limitUsd: orders.unsignedUsd, maxDeadlineSeconds: transfer.maxDeadlineSeconds },
    });
  }
  await transaction.insert(unsignedOrder).values({ id: v7({ msecs: now.getTime() }), memberId, at: now, usd });
}

/** Millionths of a US dollar that the session alone may still spend. */
async function readUnsignedLeft(database: Queryable, { economy }: Pick<Services, 'economy'>, memberId: string, now: Date): Promise<bigint> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const { rows } = await database.execute<{ spent: string }>(
    sql`select coalesce(sum(usd), 0)::text as spent from unsigned_order where member_id = ${memberId} and at > ${since}`,
  );
  const left = fromDecimalString(economy.orders.unsignedUsd, USD_DECIMALS) - BigInt(rows[0]?.spent ?? '0');
  return left > 0n ? left : 0n;
}

/** US dollars per token, as sales would be made at; null where they wouldn't. */
async function priceOf(prices: PriceReadings, token: Token, now: Date): Promise<bigint | null> {
  if (token === 'USDT') return 10n ** BigInt(PRICE_DECIMALS);
  const reading = token === 'JUF' ? await prices.juf(now) : await prices.ju(now);
  return reading.status === 'AVAILABLE' && reading.price18 > 0n ? reading.price18 : null;
}

/** Rounded up: what is worth anything counts. */
function usdOf({ token, amountBaseUnits }: Cost, price18: bigint): bigint {
  return mulDivCeil(amountBaseUnits, price18, 10n ** BigInt(tokenDecimals[token] + PRICE_DECIMALS - USD_DECIMALS));
}

/** The most of a token whose value fits. */
function amountFor(usd: bigint, token: Token, price18: bigint): string {
  const amount = mulDivFloor(usd, 10n ** BigInt(tokenDecimals[token] + PRICE_DECIMALS - USD_DECIMALS), price18);
  return inTokens(amount, token);
}

/** GET /wallet/orderTerms */
export async function readOrderTerms(services: Services, memberId: string): Promise<SentDataOf<(typeof extensions)['orderTerms']>> {
  const { database, economy, site, prices, clock } = services;
  const now = clock();
  const leftUsd = await readUnsignedLeft(database, services, memberId, now);
  const left = async (token: Token): Promise<string | null> => {
    const price18 = await priceOf(prices, token, now);
    return price18 === null ? null : amountFor(leftUsd, token, price18);
  };
  const [JU, JUF, USDT] = await Promise.all([left('JU'), left('JUF'), left('USDT')]);
  return {
    limitUsd: economy.orders.unsignedUsd,
    left: { JU, JUF, USDT },
    intent: {
      domain: intentDomain(site.uri, site.chainId),
      types: { Order: [...orderIntentTypes.Order] },
      maxDeadlineSeconds: economy.transfer.maxDeadlineSeconds,
    },
  };
}

export interface Intent {
  memberId: string;
  nonce: Hex;
  /** Seconds since 1970. */
  deadline: number;
}

/** Consumes a signed intent. Of several concurrent requests with the same one, the others wait for the first and are refused when it commits. */
export async function useIntent({ $client: client }: Transaction, intent: Intent): Promise<void> {
  const { rowCount } = await client.query({
    name: 'use_intent',
    text: 'insert into used_intent (member_id, nonce, deadline) values ($1, $2, $3) on conflict do nothing',
    values: intentArguments(intent),
  });
  if (rowCount !== 1) throw new Refusal('INTENT_USED');
}

/** Member, nonce and deadline, as the database takes them. */
export function intentArguments({ memberId, nonce, deadline }: Intent): [string, Buffer, string] {
  return [memberId, Buffer.from(nonce.slice(2), 'hex'), new Date(deadline * 1_000).toISOString()];
}

type SentIntent = z.output<typeof orderIntent>;
type OrderCall = CallDefinition & { auth: 'session'; idempotent: true; body: { shape: { intent: typeof orderIntent } } };
type OrderBody = { intent?: SentIntent };

interface OrderParts<Definition extends OrderCall> {
  validate?: (context: CallContext<Definition>) => void;
  /** What the wallet shows and signs for this call; refuses what the terms don't offer. */
  describe: (body: BodyOf<Definition>, economy: Economy) => OrderedItem;
  /** Carries out the order. Calls `spend` with all it costs, before anything is posted. */
  handle: (context: MovingContext<Definition>, spend: Spend) => Promise<SentDataOf<Definition>>;
}

/**
 * Defines the handler of a call by which a member spends or locks what can't be had back: with an intent that the member's wallet signed, and without one
 * up to the limit of the terms. In `handlers.ts` in place of `handleOnce`.
 */
export function handleOrder<Definition extends OrderCall>({ validate, describe, handle }: OrderParts<Definition>): OnceHandler<Definition> {
  return handleOnce<Definition>({
    ...(validate === undefined ? {} : { validate }),
    prepare: async ({ services, session, body }) => {
      const intent = intentOf(body);
      if (intent === undefined) return;
      const { signature, ...signed } = intent;
      const { site, economy } = services;
      const by = session.member.address;
      await requireSignature(services, { by, deadline: signed.deadline, signature }, () =>
        hashTypedData(composeOrderIntent(intentDomain(site.uri, site.chainId), { ...describe(body, economy), ...signed, member: by })),
      );
    },
    claim: async ({ transaction, session, body }) => {
      const intent = intentOf(body);
      if (intent !== undefined) await useIntent(transaction, { memberId: session.member.id, ...intent });
    },
    handle: (context) => {
      const { transaction, services, session, body } = context;
      const spend = createSpend(transaction, services, { memberId: session.member.id, maxTotal: intentOf(body)?.maxTotal });
      return handle(context, spend);
    },
  });
}

function intentOf(body: OrderBody): SentIntent {
  return body.intent;
}
