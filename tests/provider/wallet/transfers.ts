import { randomBytes, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { bytesToHex, type Hex, hashTypedData } from 'viem';
import { memberAccount, pooledAccount, type Token } from '../../../provider/ledger/account.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { fromTokens } from '../../../provider/token-amounts.ts';
import {
  composeTransferIntent,
  intentDomain,
  type IntentDomain,
  type TransferIntent,
} from '../../../src/lib/api/contract/transfer-intent.ts';
import { newAccount } from '../new-account.ts';
import { operate } from '../operate.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { type Answer, SITE_URL, type TestProvider } from '../start-provider.ts';

export interface Person extends SignedIn {
  signHash: (hash: Hex) => Promise<Hex>;
}

/** A member whose wallet can sign intents. */
export async function newPerson(provider: TestProvider): Promise<Person> {
  const account = newAccount();
  const wallet = { address: account.address, sign: (message: string) => account.signMessage({ message }) };
  return { ...(await signIn(provider, wallet)), signHash: (hash) => account.sign({ hash }) };
}

/** Money from the world, as a deposit brings it. */
export async function fund(provider: TestProvider, memberId: string, token: Token, amount: string): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'DEPOSIT',
      occurredAt: provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits },
      ],
    }),
  );
}

export const DOMAIN = intentDomain(SITE_URL, 210_000);

export interface Wish {
  to: Pick<Person, 'id' | 'uid'> & { wallet: Pick<Person['wallet'], 'address'> };
  amount?: string;
  walletType?: Token;
  maxFee?: string;
  remark?: string;
  deadline?: number;
  nonce?: Hex;
  /** How the recipient is named; by default by its uid. */
  name?: string;
}

/** The body of a transfer, signed by the sender. What is `signed` otherwise than sent, and by whom and for what, is the test's. */
export async function composeTransfer(
  provider: TestProvider,
  from: Person,
  wish: Wish,
  signed: { intent?: Partial<TransferIntent>; domain?: Partial<IntentDomain>; by?: Person } = {},
): Promise<Record<string, unknown>> {
  const { to, name = to.uid, amount = '10', walletType = 'USDT', maxFee = '1', remark, nonce = newNonce() } = wish;
  const deadline = wish.deadline ?? Math.floor(provider.time.now.getTime() / 1_000) + 300;
  const intent: TransferIntent = {
    from: from.wallet.address,
    destination: 'MEMBER',
    recipientId: to.id,
    recipientAddress: to.wallet.address,
    walletType,
    amount,
    maxFee,
    remark,
    nonce,
    deadline,
    ...signed.intent,
  };
  const signature = await (signed.by ?? from).signHash(hashTypedData(composeTransferIntent({ ...DOMAIN, ...signed.domain }, intent)));
  return {
    destination: 'MEMBER',
    walletType,
    to: name,
    amount,
    maxFee,
    ...(remark === undefined ? {} : { remark }),
    nonce,
    deadline,
    signature,
  };
}

export function newNonce(): Hex {
  return bytesToHex(randomBytes(32));
}

export function sendTransfer(
  provider: TestProvider,
  from: Pick<Person, 'token'>,
  body: Record<string, unknown>,
  key: string = randomUUID(),
): Promise<Answer> {
  return provider.send('POST', '/wallet/transfer', { token: from.token, body, headers: { 'idempotency-key': key } });
}

export async function balanceOf(provider: TestProvider, { token }: Pick<Person, 'token'>, walletType: Token = 'USDT'): Promise<string> {
  const { walletList } = await provider.call('walletOverview', { token });
  return walletList.find((wallet) => wallet.walletType === walletType)?.balance ?? 'no such wallet';
}
