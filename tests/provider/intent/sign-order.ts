import { randomBytes } from 'node:crypto';
import { bytesToHex, type Hex, hashTypedData } from 'viem';
import { readKeptEconomy } from '../../../provider/economy.ts';
import { describePackage } from '../../../provider/modules/treasury/purchase-treasury.ts';
import { describeRole } from '../../../provider/modules/roles/purchase-role.ts';
import { describeStake } from '../../../provider/modules/staking/purchase-stake.ts';
import {
  composeOrderIntent,
  type OrderedItem,
  type OrderIntent,
  pointsOrder,
  turboOrder,
} from '../../../src/lib/api/contract/order-intent.ts';
import { type IntentDomain, intentDomain } from '../../../src/lib/api/contract/transfer-intent.ts';
import type { Wallet } from '../sign-in.ts';
import { SITE_URL, type TestProvider } from '../start-provider.ts';

const DESCRIBED = {
  purchaseTreasury: describePackage,
  purchaseMemberRoles: describeRole,
  juScorePurchase: pointsOrder,
  stakingPurchase: describeStake,
  turboCharge: turboOrder,
} as const;

export type OrderName = keyof typeof DESCRIBED;
/** More than anything costs in a test. */
const ANY_TOTAL = '9'.repeat(60);

export interface SignedAs {
  maxTotal?: string;
  deadline?: number;
  nonce?: Hex;
  /** What is signed otherwise than sent, by whom and for what. */
  signed?: Partial<OrderIntent>;
  domain?: Partial<IntentDomain>;
  by?: Pick<Wallet, 'signHash'>;
}

/** An order's body with the intent that the member's wallet signs for it. */
export async function signOrder<Body extends object>(
  provider: TestProvider,
  wallet: Wallet,
  name: OrderName,
  body: Body,
  { maxTotal = ANY_TOTAL, nonce = newNonce(), signed = {}, domain = {}, by = wallet, ...given }: SignedAs = {},
) {
  const { deadline = Math.floor(provider.time.now.getTime() / 1_000) + 300 } = given;
  const item = await describe(provider, name, body);
  const intent: OrderIntent = { ...item, maxTotal, member: wallet.address, nonce, deadline, ...signed };
  const hash = hashTypedData(composeOrderIntent({ ...intentDomain(SITE_URL, 210_000), ...domain }, intent));
  return { ...body, intent: { maxTotal, nonce, deadline, signature: await sign(by, hash) } };
}

const signedBefore = new Map<string, Promise<unknown>>();

/** For tests of something else: signs what needs it, once for each key and body, and leaves everything else as it is. */
export function signIfOrder(provider: TestProvider, wallet: Wallet, name: string, body: unknown, key: string): Promise<unknown> {
  if (!isOrder(name) || typeof body !== 'object' || body === null || 'intent' in body) return Promise.resolve(body);
  const asked = `${wallet.address} ${key} ${JSON.stringify(body)}`;
  // What the contract refuses can't be described.
  const signed = signedBefore.get(asked) ?? signOrder(provider, wallet, name, body).catch(() => body);
  signedBefore.set(asked, signed);
  return signed;
}

async function describe({ pool }: TestProvider, name: OrderName, body: object): Promise<OrderedItem> {
  const { rows } = await pool.query<{ document: unknown }>('select document from terms order by number desc limit 1');
  return DESCRIBED[name](body as never, readKeptEconomy(rows[0]?.document));
}

function isOrder(name: string): name is OrderName {
  return Object.hasOwn(DESCRIBED, name);
}

function sign({ signHash }: Pick<Wallet, 'signHash'>, hash: Hex): Promise<Hex> {
  if (signHash === undefined) throw new Error('this wallet signs nothing but its sign-in');
  return signHash(hash);
}

function newNonce(): Hex {
  return bytesToHex(randomBytes(32));
}
